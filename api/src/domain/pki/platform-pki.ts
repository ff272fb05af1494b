import { randomBytes, X509Certificate } from 'node:crypto'
import { objectIdentifiers, SignatureError } from 'pdf/cms'
import type { SignatureScheme } from 'pdf/cms/node'
import {
  createOneTimeKey,
  createTimeStampToken,
  keySigner,
  type MessageImprint,
  type OneTimeKey,
  sha256Imprint,
  type TimeStampAuthority,
} from 'pdf/cms/node'
import { EnvironmentError } from 'shared/server'
import { type OpenAuthority, openIssuingAuthority } from './authority.ts'
import { type CertificateRegister, createMemoryRegister, issuedBy } from './certificate-register.ts'
import { type RandomBytes, toCommonName } from './certificates.ts'
import { type EvidenceKeys, ensureEvidenceKeys } from './evidence-keys.ts'
import { issueLeaf } from './issue-leaf.ts'
import { ensurePlatformKeys, type KeyHolder, type PlatformKeys } from './platform-files.ts'
import { publicationUrls } from './publication.ts'
import { createRevocationPublisher, type RevocationPublisher } from './revocation-publisher.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly pki: PlatformPki
  }
}

/** Clock and random numbers are parameters, so that tests make the same certificates. */
export interface PlatformPkiOptions {
  /** Also the time of the platform's time stamps. */
  readonly now: () => Date
  readonly random?: RandomBytes
  /** Base of the URLs in certificates; none if undefined. */
  readonly publicUrl?: string
  readonly register?: CertificateRegister
  readonly ownAuthority?: OpenAuthority
}

interface SignerCertificateInput {
  readonly commonName: string
  readonly organisationalUnit?: string
  readonly email: string
  readonly now: Date
}

/** The caller destroys the key after use. */
export interface SignerIdentity {
  readonly certificate: X509Certificate
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  readonly key: Pick<OneTimeKey, 'sign' | 'destroy'>
  readonly scheme?: SignatureScheme
  /** Longest signature value, in bytes; default: P-256. */
  readonly valueBytes?: number
  readonly algorithm?: string
}

interface StampRequest {
  readonly imprint: MessageImprint
  readonly nonce: Uint8Array | undefined
  readonly withCertificates: boolean
}

export interface PlatformPki {
  readonly root: X509Certificate
  readonly issuing: X509Certificate
  readonly first: X509Certificate
  readonly tsa: X509Certificate
  readonly authorities: readonly OpenAuthority[]
  readonly roots: readonly X509Certificate[]
  readonly revocation: RevocationPublisher
  readonly evidence: EvidenceKeys
  /** Valid 365 days, for one signature. */
  issueSignerCertificate(input: SignerCertificateInput): Promise<SignerIdentity>
  /** RFC 3161, over SHA-256. */
  createTimeStamp(imprint: Uint8Array, nonce: Uint8Array): Promise<Uint8Array>
  /** For network clients, which may use stronger digests. */
  stamp(request: StampRequest): Promise<Uint8Array>
  /** With a register in memory: checks leave no trace. */
  forChecks(): PlatformPki
}

/** The key is destroyed after one signature; the time stamp proves that the certificate was valid then. */
const SIGNER_CERTIFICATE_DAYS = 365

/**
 * Never replaces keys.
 * @throws SignatureError KEYS_UNUSABLE if damaged or expired;
 * EnvironmentError if the clock is before their creation
 */
export async function ensurePlatformPki(directory: string, options: PlatformPkiOptions): Promise<PlatformPki> {
  const { now, random = randomBytes, publicUrl } = options
  const urlsOf = (authority: X509Certificate) => (publicUrl === undefined ? {} : publicationUrls(publicUrl, authority))
  const keys = await ensurePlatformKeys(directory, { now, random, urlsOf })
  const newest = keys.generations.at(-1) ?? keys.generations[0]
  for (const holder of [keys.root, newest.issuing, newest.tsa]) checkUsable(holder, keys, now())
  const root = openIssuingAuthority(keys.root.certificate, keys.root.key, [])
  const issuing = keys.generations.map((each) =>
    openIssuingAuthority(each.issuing.certificate, each.issuing.key, root.chain),
  )
  const [oldest = newestOf(issuing), ...later] = issuing
  const evidence = await ensureEvidenceKeys(directory, [oldest, ...later], { random, urlsOf })
  const opened: Opened = { options, random, urlsOf, tsa: newest.tsa, root, issuing, evidence }
  const register = options.register ?? createMemoryRegister()
  await registerOwn(keys, register, now())
  await register.add(issuedBy(newestOf(issuing).certificate, evidence.current.certificate, 'evidence', now()))
  return createPki(opened, register)
}

interface Opened {
  readonly options: PlatformPkiOptions
  readonly random: RandomBytes
  readonly urlsOf: (authority: X509Certificate) => ReturnType<typeof publicationUrls> | Record<string, never>
  readonly tsa: KeyHolder
  readonly root: OpenAuthority
  readonly issuing: readonly OpenAuthority[]
  readonly evidence: EvidenceKeys
}

/** Makes OCSP cover the authorities themselves. */
async function registerOwn({ root, generations }: PlatformKeys, register: CertificateRegister, at: Date) {
  for (const { issuing, tsa } of generations) {
    await register.add(issuedBy(root.certificate, issuing.certificate, 'authority', at))
    await register.add(issuedBy(issuing.certificate, tsa.certificate, 'time-stamp', at))
  }
}

const newestOf = (issuing: readonly OpenAuthority[]): OpenAuthority => {
  const newest = issuing.at(-1)
  if (newest === undefined) throw new SignatureError('KEYS_UNUSABLE', 'there is no authority that issues')
  return newest
}

const issueSigner = async (
  { random, urlsOf }: Pick<Opened, 'random' | 'urlsOf'>,
  { issuer, register }: { readonly issuer: OpenAuthority; readonly register: CertificateRegister },
  { commonName, organisationalUnit, email, now: from }: SignerCertificateInput,
): Promise<SignerIdentity> => {
  const key = createOneTimeKey()
  const certificate = await issueLeaf({
    commonName: toCommonName(commonName),
    ...(organisationalUnit === undefined ? {} : { organisationalUnit }),
    email,
    publicKey: key.publicKey,
    issuer,
    purpose: 'documentSigning',
    from,
    days: SIGNER_CERTIFICATE_DAYS,
    random,
    urls: urlsOf(issuer.certificate),
  })
  await register.add(issuedBy(issuer.certificate, certificate, 'signer', from))
  return { certificate, certificates: [new Uint8Array(certificate.raw), ...issuer.chain], key }
}

function createPki(opened: Opened, register: CertificateRegister): PlatformPki {
  const { options, random, tsa, root, issuing, evidence } = opened
  const { now, ownAuthority } = options
  const newest = newestOf(issuing)
  const signers = ownAuthority ?? newest
  const authorities = [root, ...issuing, ...(ownAuthority === undefined ? [] : [ownAuthority])]
  const authority: TimeStampAuthority = {
    signer: keySigner(tsa.key),
    certificates: [new Uint8Array(tsa.certificate.raw), ...newest.chain],
    policy: objectIdentifiers.platformTimeStampPolicy,
  }
  const stamp = ({ imprint, nonce, withCertificates }: StampRequest): Promise<Uint8Array> =>
    createTimeStampToken(authority, { imprint, nonce, withCertificates, time: now(), serialNumber: random(16) })
  return {
    root: root.certificate,
    issuing: newest.certificate,
    first: (issuing[0] ?? newest).certificate,
    tsa: tsa.certificate,
    authorities,
    roots: [root.certificate, ...(ownAuthority === undefined ? [] : [rootOf(ownAuthority)])],
    revocation: createRevocationPublisher({ authorities, register, now, random }),
    evidence,
    issueSignerCertificate: (input) => issueSigner(opened, { issuer: signers, register }, input),
    createTimeStamp: (imprint, nonce) => stamp({ imprint: sha256Imprint(imprint), nonce, withCertificates: true }),
    stamp,
    forChecks: () => {
      const memory = createMemoryRegister()
      // A check's OCSP responses need the two authorities.
      void memory.add(issuedBy(root.certificate, newest.certificate, 'authority', now()))
      void memory.add(issuedBy(newest.certificate, tsa.certificate, 'time-stamp', now()))
      return createPki(opened, memory)
    },
  }
}

const rootOf = ({ chain, certificate }: OpenAuthority): X509Certificate => {
  const last = chain.at(-1)
  return last === undefined ? certificate : new X509Certificate(last)
}

const clockTooEarly = ({ validFrom }: X509Certificate, at: Date): EnvironmentError =>
  new EnvironmentError(
    `El reloj del servidor marca ${at.toISOString()}, antes de que se crearan las llaves de la plataforma ` +
      `(${new Date(validFrom).toISOString()}). Corrige la hora (timedatectl set-ntp true) e inicia de nuevo.`,
  )

function checkUsable({ certificate }: KeyHolder, { root, generations }: PlatformKeys, at: Date): void {
  const above = generations.find(({ tsa }) => tsa.certificate === certificate)?.issuing ?? root
  const issued = certificate.checkIssued(above.certificate) && certificate.verify(above.certificate.publicKey)
  if (!issued) throw new SignatureError('KEYS_UNUSABLE', `'${certificate.subject}' is not issued by its authority`)
  if (at < new Date(certificate.validFrom)) throw clockTooEarly(certificate, at)
  if (at > new Date(certificate.validTo)) {
    throw new SignatureError('KEYS_UNUSABLE', `the certificate '${certificate.subject}' is not valid today`)
  }
}
