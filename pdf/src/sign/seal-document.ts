import type { X509Certificate } from 'node:crypto'
import { commonNameOf, SignatureError } from '../cms/index.ts'
import type { CertificateTrust } from '../cms/node/verify-signed-data.ts'
import { collectValidationEvidence, type EvidenceSources, type ValidationEvidence } from './collect-evidence.ts'
import type { DocumentSealer, SealedTail, TimeStampSource } from './document-sealer.ts'
import { type ReadForSeal, type SealSteps, type StampedTail, sealSteps } from './seal-steps.ts'
import type { TimeStamps } from './time-stamps.ts'

export interface SealerOptions {
  readonly timeStamps: TimeStamps
  readonly sources: EvidenceSources
  /** The fallback authority, whose evidence is always included. */
  readonly ownTsa: readonly X509Certificate[]
  /** Private entry of the time stamp's dictionary. */
  readonly logHeadKey: string
  /** Requires all signers to lead here, and complete evidence. */
  readonly onlySigners?: CertificateTrust
  readonly steps?: SealSteps
}

const evidenceFor = async (
  { used, pool }: ReadForSeal,
  { sources, ownTsa, onlySigners }: SealerOptions,
  now: Date,
): Promise<ValidationEvidence> => {
  const tsa = ownTsa.slice(0, 1).map((certificate) => ({ certificate, at: now }))
  const evidence = await collectValidationEvidence([...used, ...tsa], [...pool, ...ownTsa], sources, now)
  if (onlySigners !== undefined && evidence.missing.length > 0)
    throw new SignatureError('REVOCATION_UNKNOWN', `nothing is known of ${evidence.missing.join(', ')}`)
  return evidence
}

const describeSeal = (
  { tail, checked }: StampedTail,
  source: TimeStampSource,
  { missing }: ValidationEvidence,
): SealedTail => ({
  tail,
  timestamp: {
    authority: commonNameOf(checked.authority.raw, 'subject'),
    time: checked.time,
    source,
    validTo: new Date(checked.authority.validTo),
  },
  level: missing.length === 0 ? 'B-LTA' : 'B-T',
  missing,
})

/**
 * Creates a sealer for whole documents: PAdES B-LTA (ETSI EN 319 142-1, clause 6).
 *
 * @param options `steps` may run in threads; keys and network stay with the caller
 */
export const createSealer = (options: SealerOptions): DocumentSealer => {
  const { timeStamps, sources, logHeadKey, onlySigners, steps = sealSteps } = options
  const { trust: stamps, tokenBytes: reserved } = timeStamps
  return {
    seal: async ({ document, logHead, now }) => {
      const read = await steps.read({ document, trust: sources.trust, onlySigners, stamps })
      const evidence = await evidenceFor(read, options, now)
      const ready = await steps.prepare({ document: read.document, evidence, logHead, logHeadKey, reserved })
      const { token, source } = await timeStamps.stamp(ready.prepared.digest)
      return describeSeal(await steps.complete({ ...ready, token, stamps }), source, evidence)
    },
  }
}
