import type { X509Certificate } from 'node:crypto'
import { commonNameOf } from 'pdf/cms'
import type { AskRevocation, CertificateTrust } from 'pdf/cms/node'
import type { TimeStamps } from 'pdf/sign'
import { createCardRevocation } from '../domain/card-signing/card-revocation.ts'
import { type CardSigner, createCardSigner } from '../domain/card-signing/card-signer.ts'
import { type FvaService, openFva } from '../domain/fva/fva-service.ts'
import { createAskRevocation } from '../domain/pki/ask-revocation.ts'
import { issuerIdOf } from '../domain/pki/certificate-register.ts'
import { readNationalTrust, splitByHierarchy } from '../domain/pki/national/national-roots.ts'
import { openOwnCertificate, ownCertificates } from '../domain/pki/own-key/own-certificate.ts'
import { ensurePlatformPki, type PlatformPki } from '../domain/pki/platform-pki.ts'
import { createStoredRegister, registerEarlierSignatures } from '../domain/pki/stored-register.ts'
import { externalTimeStamps, platformTimeStamps, strictTimeStamps } from '../domain/pki/time-stamps.ts'
import { readTrust } from '../domain/pki/trust-file.ts'
import { createPdfSigner, type PdfSigner } from '../domain/signing/pdf-signer.ts'
import { createSignatureSteps } from '../domain/signing/signature-steps.ts'
import {
  type CertifiedMeans,
  createCertifiedMeans,
  joinTrust,
  type SigningMeans,
} from '../domain/signing/signing-means.ts'
import { gatherAuthorities, type TrustedAuthorities } from '../domain/verification/authorities.ts'
import type { Clock } from '../platform/clock.ts'
import type { ApiDatabase } from '../platform/database/open-database.ts'
import type { ApiEnvironment } from '../platform/environment/environment.ts'
import { type FetchLimited, fetchLimited } from '../platform/fetch-limited.ts'
import type { ServiceLog } from '../platform/logging.ts'
import type { ServiceWatch } from '../platform/monitoring/watch-service.ts'
import { type WatchedCertificates, watchedAs } from '../platform/monitoring/watched-certificates.ts'
import type { ThreadTasks } from '../platform/threads/thread-task.ts'

export interface OpenSigningOptions {
  readonly environment: ApiEnvironment
  readonly keys: string
  readonly db: ApiDatabase
  readonly clock: Clock
  readonly log: Pick<ServiceLog, 'warn'>
  /** Default: HTTP. */
  readonly fetch?: FetchLimited
  readonly watch: ServiceWatch
  readonly threads: ThreadTasks
}

export interface OpenedSigning {
  readonly pki: PlatformPki
  readonly signer: PdfSigner
  readonly timeStamps: TimeStamps
  readonly cardSigner: CardSigner | null
  readonly certified: CertifiedMeans | null
  readonly certifiedCardSigner: CardSigner | null
  readonly fva: FvaService | null
  readonly authorities: TrustedAuthorities
  /** Certificates to warn about before they expire. */
  readonly certificates: readonly WatchedCertificates[]
}

const openTimeStamps = async (
  { environment, clock, log, watch }: OpenSigningOptions,
  pki: PlatformPki,
  fetch: FetchLimited,
): Promise<{ readonly timeStamps: TimeStamps; readonly strict: TimeStamps | null }> => {
  const { timeStampAuthority } = environment
  if (timeStampAuthority === null) return { timeStamps: platformTimeStamps(pki), strict: null }
  const { url, authorities } = timeStampAuthority
  const now = () => new Date(clock())
  const external = { url, trust: await readTrust(authorities, now(), 'TSA_CA') }
  return {
    strict: strictTimeStamps(external, { fetch, now }),
    timeStamps: externalTimeStamps(external, {
      pki,
      fetch,
      now,
      onFailure: (error) => {
        log.warn({ err: error, url }, 'the external time stamp failed, the own one is used instead')
        watch.failed(error)
      },
      onStamp: watch.worked,
    }),
  }
}

const NO_TRUST: CertificateTrust = { roots: [], intermediates: [] }

interface NationalMeans {
  readonly national: CertificateTrust | null
  readonly strict: TimeStamps | null
  readonly timeStamps: TimeStamps
  readonly ask: AskRevocation
}

const openNational = async (
  { environment, log, threads }: OpenSigningOptions,
  { national, strict, timeStamps, ask }: NationalMeans,
): Promise<Pick<OpenedSigning, 'cardSigner' | 'certifiedCardSigner' | 'certified' | 'fva'>> => {
  if (national === null) return { cardSigner: null, certifiedCardSigner: null, certified: null, fva: null }
  const checkRevocation = createCardRevocation(ask, environment.cardRevocation)
  const signerWith = (stamps: TimeStamps | null): CardSigner | null =>
    stamps === null || environment.signingAgent !== 'firmador'
      ? null
      : createCardSigner(stamps, national, checkRevocation)
  return {
    cardSigner: signerWith(timeStamps),
    certifiedCardSigner: signerWith(strict),
    certified:
      strict === null
        ? null
        : createCertifiedMeans({ trust: national, timeStamps: strict, ask }, createSignatureSteps(threads)),
    fva: environment.fva === null ? null : await openFva(environment.fva, { trust: national, checkRevocation, log }),
  }
}

const allOf = ({ roots, intermediates }: CertificateTrust): readonly X509Certificate[] => [...roots, ...intermediates]

type Outer = 'own' | 'tsa-authorities' | 'card-authorities'

const watched = (
  { root, issuing, tsa }: PlatformPki,
  outer: Readonly<Record<Outer, readonly X509Certificate[]>>,
): readonly WatchedCertificates[] =>
  [
    watchedAs('root', [root]),
    watchedAs('issuing', [issuing]),
    watchedAs('tsa', [tsa]),
    watchedAs('own', outer.own),
    watchedAs('tsa-authorities', outer['tsa-authorities']),
    watchedAs('card-authorities', outer['card-authorities']),
  ].filter((one) => one !== undefined)

/**
 * @throws EnvironmentError for unusable files; SignatureError
 * KEYS_UNUSABLE
 */
export const openSigning = async (options: OpenSigningOptions): Promise<OpenedSigning> => {
  const { environment, keys, db, clock, log, threads, fetch = fetchLimited } = options
  const now = () => new Date(clock())
  const own = environment.ownCertificate === null ? null : await openOwnCertificate(environment.ownCertificate, now())
  const { publicUrl, signingAgent, signingAgentCa } = environment
  const pki = await ensurePlatformPki(keys, {
    now,
    publicUrl,
    register: createStoredRegister(db),
    ...(own?.kind === 'authority' ? { ownAuthority: own.authority } : {}),
  })
  await registerEarlierSignatures(db, issuerIdOf(pki.first), commonNameOf(pki.first.raw, 'subject'))
  const { timeStamps, strict } = await openTimeStamps(options, pki, fetch)
  const national = signingAgentCa === null ? null : await readTrust(signingAgentCa, now(), 'SIGNING_AGENT_CA')
  const cards = signingAgent === 'simulated' ? null : national
  const ask = createAskRevocation(fetch)
  const platform: CertificateTrust = { roots: pki.roots, intermediates: [] }
  const means: SigningMeans = {
    pki,
    identities: own?.kind === 'organisation' ? { issueSignerCertificate: async () => own.identity } : pki,
    fixed: own?.kind === 'organisation',
    timeStamps,
    trust: joinTrust([platform, ...(own === null ? [] : [own.trust]), ...(cards === null ? [] : [cards])]),
    ask,
  }
  const authorities = gatherAuthorities([
    ['platform', { ...platform, intermediates: [pki.issuing] }],
    ['national', await readNationalTrust(environment.nationalCa)],
    ...splitByHierarchy(national ?? NO_TRUST, log),
    ...(own === null ? [] : [['other', own.trust] as const]),
    ['other', timeStamps.trust],
  ])
  const certificates = watched(pki, {
    own: own === null ? [] : ownCertificates(own),
    'tsa-authorities': strict === null ? [] : allOf(strict.trust),
    'card-authorities': cards === null ? [] : allOf(cards),
  })
  return {
    pki,
    signer: createPdfSigner(pki, means, threads),
    timeStamps,
    ...(await openNational(options, { national, strict, timeStamps, ask })),
    authorities,
    certificates,
  }
}
