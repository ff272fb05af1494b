import type { CertificateTrust } from './cms/verify-signed-data.ts'
import type { DocumentSealer } from './document-sealer.ts'
import { createSealer } from './levels/seal-document.ts'
import { platformTimeStamps, type TimeStamps } from './levels/time-stamps.ts'
import type { PlatformPki } from './pki/platform-pki.ts'
import type { AskRevocation } from './revocation/ask-revocation.ts'

export type SignerIdentities = Pick<PlatformPki, 'issueSignerCertificate'>

export interface SigningMeans {
  readonly pki: PlatformPki
  readonly identities: SignerIdentities
  /** One certificate for all signers. */
  readonly fixed: boolean
  readonly timeStamps: TimeStamps
  readonly trust: CertificateTrust
  readonly ask: AskRevocation
}

const askNobody: AskRevocation = async () => ({ kind: 'unanswered', reason: 'nobody is asked' })

/** No call leaves the process. */
export const platformMeans = (pki: PlatformPki): SigningMeans => ({
  pki,
  identities: pki,
  fixed: false,
  timeStamps: platformTimeStamps(pki),
  trust: { roots: pki.roots, intermediates: [] },
  ask: askNobody,
})

export const createPlatformSealer = ({
  pki,
  timeStamps,
  trust,
  ask,
}: Pick<SigningMeans, 'pki' | 'timeStamps' | 'trust' | 'ask'>): DocumentSealer =>
  createSealer({
    timeStamps,
    sources: {
      publisher: pki.revocation,
      ask,
      trust: {
        roots: [...trust.roots, ...timeStamps.trust.roots],
        intermediates: [...trust.intermediates, ...timeStamps.trust.intermediates],
      },
    },
    ownTsa: [pki.tsa, pki.issuing],
  })
