import type { X509Certificate } from 'node:crypto'
import { commonNameOf } from 'pdf/cms'
import type { CertificateTrust } from 'pdf/cms/node'
import type { TimeStamps } from 'pdf/sign'
import { createCardRevocation } from '../domain/card-signing/card-revocation.ts'
import { type CardSigner, createCardSigner } from '../domain/card-signing/card-signer.ts'
import { readCardTrust } from '../domain/card-signing/card-trust.ts'
import { createAskRevocation } from '../domain/pki/ask-revocation.ts'
import { issuerIdOf } from '../domain/pki/certificate-register.ts'
import { certificatesOf, openOwnCertificate } from '../domain/pki/own-key/own-certificate.ts'
import { ensurePlatformPki, type PlatformPki } from '../domain/pki/platform-pki.ts'
import { createStoredRegister, registerEarlierSignatures } from '../domain/pki/stored-register.ts'
import { externalTimeStamps, platformTimeStamps } from '../domain/pki/time-stamps.ts'
import { readTrust } from '../domain/pki/trust-file.ts'
import { createPdfSigner, type PdfSigner } from '../domain/signing/pdf-signer.ts'
import type { SigningMeans } from '../domain/signing/signing-means.ts'
import { type Authorities, gatherAuthorities } from '../domain/verification/authorities.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/open-database.ts'
import type { Environment } from '../platform/environment/environment.ts'
import { type FetchLimited, fetchLimited } from '../platform/fetch-limited.ts'
import type { Log } from '../platform/logging.ts'
import type { ServiceWatch } from '../platform/monitoring/watch-service.ts'
import { type WatchedCertificates, watchedAs } from '../platform/monitoring/watched-certificates.ts'

export interface OpenSigningOptions {
  readonly environment: Environment
  readonly keys: string
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** Default: HTTP. */
  readonly fetch?: FetchLimited
  readonly watch: ServiceWatch
}

export interface OpenedSigning {
  readonly pki: PlatformPki
  readonly signer: PdfSigner
  readonly timeStamps: TimeStamps
  readonly cardSigner: CardSigner | null
  readonly authorities: Authorities
  /** Certificates to warn about before they expire. */
  readonly certificates: readonly WatchedCertificates[]
}

const openTimeStamps = async (
  { environment, clock, log, watch }: OpenSigningOptions,
  pki: PlatformPki,
  fetch: FetchLimited,
): Promise<TimeStamps> => {
  const { timeStampAuthority: external } = environment
  if (external === null) return platformTimeStamps(pki)
  const { url, authorities } = external
  const now = () => new Date(clock())
  return externalTimeStamps(
    { url, trust: await readTrust(authorities, now(), 'TSA_CA') },
    {
      pki,
      fetch,
      now,
      onFailure: (error) => {
        log.warn({ err: error, url }, 'the external time stamp failed, the own one is used instead')
        watch.failed(error)
      },
      onStamp: watch.worked,
    },
  )
}

const joinTrust = (all: readonly CertificateTrust[]): CertificateTrust => ({
  roots: all.flatMap(({ roots }) => roots),
  intermediates: all.flatMap(({ intermediates }) => intermediates),
})

const allOf = (
  { roots, intermediates }: CertificateTrust,
  without: readonly X509Certificate[] = [],
): readonly X509Certificate[] => [...roots, ...intermediates].filter((authority) => !without.includes(authority))

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
  const { environment, keys, db, clock, fetch = fetchLimited } = options
  const now = () => new Date(clock())
  const own = environment.ownCertificate === null ? null : await openOwnCertificate(environment.ownCertificate, now())
  const register = createStoredRegister(db)
  const { publicUrl, signingAgent, signingAgentCa } = environment
  const pki = await ensurePlatformPki(keys, {
    now,
    publicUrl,
    register,
    ...(own?.kind === 'authority' ? { ownAuthority: own.authority } : {}),
  })
  await registerEarlierSignatures(db, issuerIdOf(pki.first), commonNameOf(pki.first.raw, 'subject'))
  const timeStamps = await openTimeStamps(options, pki, fetch)
  const cards =
    signingAgent === 'firmador' && signingAgentCa !== null ? await readCardTrust(signingAgentCa, now()) : null
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
  const cardSigner =
    cards === null ? null : createCardSigner(timeStamps, cards, createCardRevocation(ask, environment.cardRevocation))
  const authorities = gatherAuthorities([
    ['platform', { ...platform, intermediates: [pki.issuing] }],
    ...(cards === null ? [] : [['national', cards] as const]),
    ...(own === null ? [] : [['other', own.trust] as const]),
    ['other', timeStamps.trust],
  ])
  const external = environment.timeStampAuthority === null ? [] : allOf(timeStamps.trust, [pki.root])
  const certificates = watched(pki, {
    own: own === null ? [] : certificatesOf(own),
    'tsa-authorities': external,
    'card-authorities': cards === null ? [] : allOf(cards),
  })
  return { pki, signer: createPdfSigner(pki, means), timeStamps, cardSigner, authorities, certificates }
}
