import type { X509Certificate } from 'node:crypto'
import { commonNameOf, SignatureError } from '../cms/index.ts'
import { sha256 } from '../cms/node/signed-data.ts'
import { checkTimeStampToken } from '../cms/node/timestamp.ts'
import { type CertificateTrust, verifyChain, verifySignedData } from '../cms/node/verify-signed-data.ts'
import { openPdf } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { collectEvidence, type Evidence, type EvidenceSources, type UsedCertificate } from './collect-evidence.ts'
import type { DocumentSealer, SealedTail, SealInput, TimeStampSource } from './document-sealer.ts'
import { prepareTimeStamp } from './document-time-stamp.ts'
import { fillContents } from './placeholder.ts'
import { createRunningHash, type PrefixHash, type RunningHash, readJoined } from './prefix-hash.ts'
import { certificatesIn, coveredDigest, readSignatures, type StandingSignature } from './read-signatures.ts'
import type { TimeStamps } from './time-stamps.ts'
import { type OwnTimeStamp, verifyDocumentTimeStamp } from './verify-own.ts'

export interface SealerOptions {
  readonly timeStamps: TimeStamps
  readonly sources: EvidenceSources
  /** The fallback authority, whose evidence is always included. */
  readonly ownTsa: readonly X509Certificate[]
  /** Private entry of the time stamp's dictionary. */
  readonly logHeadKey: string
}

const TIME_STAMP = 'ETSI.RFC3161'

const CHAIN_MAX = 8

/** Whether it claims a chain to a root; verifies nothing. */
const claims = (certificate: X509Certificate, pool: readonly X509Certificate[], roots: readonly X509Certificate[]) => {
  let current: X509Certificate | undefined = certificate
  for (let step = 0; step < CHAIN_MAX && current !== undefined; step++) {
    const below: X509Certificate = current
    if (roots.some((root) => below.checkIssued(root))) return true
    current = pool.find((candidate) => candidate.ca && below.checkIssued(candidate))
  }
  return false
}

/** Selects signatures to verify; forged claims then fail. */
const isOurs = (value: Uint8Array, { roots, intermediates }: CertificateTrust): boolean => {
  try {
    const found = certificatesIn(value)
    return found.some((each) => !each.ca && claims(each, [...found, ...intermediates], roots))
  } catch {
    return false
  }
}

/** @returns the certificates used */
const verifyBelow = (
  signature: StandingSignature,
  digest: Uint8Array,
  { trust, stamps }: { readonly trust: CertificateTrust; readonly stamps: CertificateTrust },
): UsedCertificate[] => {
  if (signature.subFilter === TIME_STAMP) {
    const { authority, time } = checkTimeStampToken(signature.value, { imprint: digest, trust: stamps })
    return [{ certificate: authority, at: time }]
  }
  const signed = verifySignedData(signature.value, digest)
  if (signed.timeStampToken === undefined) throw new SignatureError('SIGNATURE_INVALID', 'it has no time stamp')
  const { authority, time } = checkTimeStampToken(signed.timeStampToken, {
    imprint: sha256(signed.value),
    trust: stamps,
  })
  verifyChain(signed.signer, [...signed.certificates, ...trust.intermediates], trust.roots, time)
  return [
    { certificate: signed.signer, at: time },
    { certificate: authority, at: time },
  ]
}

/** The newest time stamp closes everything before it. */
const stillOpen = (signatures: readonly StandingSignature[]): readonly StandingSignature[] => {
  const newest = signatures.findLastIndex(({ subFilter }) => subFilter === TIME_STAMP)
  return signatures.slice(Math.max(0, newest))
}

export const createSealer = ({ timeStamps, sources, ownTsa, logHeadKey }: SealerOptions): DocumentSealer => {
  const evidenceFor = async ({ document: bytes, now }: SealInput, hash: RunningHash): Promise<Evidence> => {
    const document = openPdf(bytes, { inflate: inflateWithNode })
    const ours = readSignatures(document).filter(({ value }) => isOurs(value, sources.trust))
    const open = stillOpen(ours)
    const used = ours.flatMap((signature) => {
      const digest = coveredDigest(bytes, hash, signature)
      const found = verifyBelow(signature, digest, { trust: sources.trust, stamps: timeStamps.trust })
      return open.includes(signature) ? found : []
    })
    const pool = [...open.flatMap(({ value }) => certificatesIn(value)), ...ownTsa]
    const tsa = ownTsa.slice(0, 1).map((certificate) => ({ certificate, at: now }))
    return collectEvidence([...used, ...tsa], pool, sources, now)
  }

  const attempt = async (
    { document, logHead }: SealInput,
    evidence: Evidence,
    prefix: PrefixHash,
  ): Promise<StampedTail> => {
    const reserved = timeStamps.tokenBytes
    const prepared = prepareTimeStamp(document, evidence, { logHead, logHeadKey, reserved, prefix })
    const stamp = await timeStamps.stamp(prepared.digest)
    const tail = fillContents(prepared, stamp.token)
    const { fieldName } = prepared
    const expected = { fieldName, previousLength: document.length, prefix, trust: timeStamps.trust }
    const checked = await readJoined(document, tail, (whole) => verifyDocumentTimeStamp(whole, expected))
    return { tail, checked, source: stamp.source }
  }

  const seal = async (input: SealInput): Promise<SealedTail> => {
    const hash = createRunningHash(input.document)
    const evidence = await evidenceFor(input, hash)
    return describeSeal(await attempt(input, evidence, hash.upTo(input.document.length)), evidence)
  }
  return { seal }
}

interface StampedTail {
  readonly tail: Uint8Array
  readonly checked: OwnTimeStamp
  readonly source: TimeStampSource
}

const describeSeal = ({ tail, checked, source }: StampedTail, { missing }: Evidence): SealedTail => ({
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
