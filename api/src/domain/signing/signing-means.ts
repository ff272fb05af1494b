import type { AskRevocation, CertificateTrust } from 'pdf/cms/node'
import type { DocumentSealer, SealSteps, TimeStamps } from 'pdf/sign'
import { createSealer } from 'pdf/sign'
import { LOG_HEAD_KEY } from 'shared/contract/evidence-log'
import type { PlatformPki } from '../pki/platform-pki.ts'
import { platformTimeStamps } from '../pki/time-stamps.ts'

type SignerIdentities = Pick<PlatformPki, 'issueSignerCertificate'>

/** Who signs, stamps and answers for certificates in this installation. */
export interface SigningMeans {
  readonly pki: PlatformPki
  readonly identities: SignerIdentities
  /** One certificate of an organisation for everybody, instead of one for each signature. */
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

declare module '../../platform/services.ts' {
  interface ApiServices {
    /** null if the installation offers no mode `certified`. */
    readonly certified: CertifiedMeans | null
  }
}

/** Means for documents that may carry nothing but national signatures and time stamps. */
export interface CertifiedMeans {
  readonly trust: CertificateTrust
  /** Without a fallback. */
  readonly timeStamps: TimeStamps
  readonly seal: DocumentSealer['seal']
}

/** Seals without our own OCSP and CRLs: nothing of the platform may be in the file. */
export const createCertifiedMeans = (
  { trust, timeStamps, ask }: Pick<SigningMeans, 'trust' | 'timeStamps' | 'ask'>,
  steps: SealSteps,
): CertifiedMeans => {
  const nobody = async () => undefined
  const sealer = createSealer({
    steps,
    timeStamps,
    sources: { publisher: { ocspFor: nobody, crlOf: nobody }, ask, trust: joinTrust([trust, timeStamps.trust]) },
    ownTsa: [],
    logHeadKey: LOG_HEAD_KEY,
    onlySigners: trust,
  })
  return { trust, timeStamps, seal: sealer.seal }
}

/** A sealed document holds signers and time stamps under different roots. */
export const joinTrust = (all: readonly CertificateTrust[]): CertificateTrust => ({
  roots: all.flatMap(({ roots }) => roots),
  intermediates: all.flatMap(({ intermediates }) => intermediates),
})

/** Adds DSS and document time stamp, with our own answers about our own certificates. */
export const createPlatformSealer = (
  { pki, timeStamps, trust, ask }: Pick<SigningMeans, 'pki' | 'timeStamps' | 'trust' | 'ask'>,
  steps: SealSteps,
): DocumentSealer =>
  createSealer({
    steps,
    timeStamps,
    sources: {
      publisher: pki.revocation,
      ask,
      trust: joinTrust([trust, timeStamps.trust]),
    },
    ownTsa: [pki.tsa, pki.issuing],
    logHeadKey: LOG_HEAD_KEY,
  })
