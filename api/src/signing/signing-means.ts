import type { AskRevocation, CertificateTrust } from 'pdf/cms/node'
import type { DocumentSealer, TimeStamps } from 'pdf/sign'
import { createSealer } from 'pdf/sign'
import { LOG_HEAD_KEY } from 'shared/evidence'
import type { PlatformPki } from './pki/platform-pki.ts'
import { platformTimeStamps } from './time-stamps.ts'

/** Where the certificates come from that sign. */
export type SignerIdentities = Pick<PlatformPki, 'issueSignerCertificate'>

/** What an installation signs and seals with. */
export interface SigningMeans {
  readonly pki: PlatformPki
  readonly identities: SignerIdentities
  /** Whether it is one certificate for everybody, that of the organisation. */
  readonly fixed: boolean
  readonly timeStamps: TimeStamps
  /** Whom the certificates of signers come from, those of cards among them. */
  readonly trust: CertificateTrust
  /** Who asks the authorities of others about revocation. */
  readonly ask: AskRevocation
}

const askNobody: AskRevocation = async () => ({ kind: 'unanswered', reason: 'nobody is asked' })

/** The platform's own authorities and nothing else: no call leaves the process. */
export const platformMeans = (pki: PlatformPki): SigningMeans => ({
  pki,
  identities: pki,
  fixed: false,
  timeStamps: platformTimeStamps(pki),
  trust: { roots: pki.roots, intermediates: [] },
  ask: askNobody,
})

/** Seals with the evidence of the platform's authorities, and of others where certificates of others are used. */
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
    logHeadKey: LOG_HEAD_KEY,
  })
