import type { AskRevocation, CertificateTrust } from 'pdf/cms/node'
import type { DocumentSealer, TimeStamps } from 'pdf/sign'
import { createSealer } from 'pdf/sign'
import { LOG_HEAD_KEY } from 'shared/contract/evidence-log'
import type { PlatformPki } from '../pki/platform-pki.ts'
import { platformTimeStamps } from '../pki/time-stamps.ts'

type SignerIdentities = Pick<PlatformPki, 'issueSignerCertificate'>

export interface SigningMeans {
  readonly pki: PlatformPki
  readonly identities: SignerIdentities
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
    logHeadKey: LOG_HEAD_KEY,
  })
