import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  type webcrypto,
  X509Certificate,
} from 'node:crypto'
import { oids, SignatureError } from 'shared/pdf/cms'
import { createOneTimeKey, keySigner, type OneTimeKey } from '../cms/signer.ts'
import { createTimeStampToken, type TimeStampAuthority } from '../cms/timestamp.ts'
import {
  type Authority,
  caAlgorithm,
  issueCa,
  issueLeaf,
  type PublicationUrls,
  type RandomBytes,
  toCommonName,
} from './certificates.ts'
import { readFileSet, writeFileSet } from './key-store.ts'
import * as x509 from './x509.ts'

export interface PlatformPkiOptions {
  /** The server's clock; it is also what the embedded time-stamp authority states. */
  readonly now: () => Date
  readonly random?: RandomBytes
  readonly urls?: PublicationUrls
}

export interface SignerCertificateInput {
  readonly commonName: string
  readonly email: string
  readonly now: Date
}

/** A signer's certificate and its one-time key; whoever asked for it destroys the key after use. */
export interface SignerIdentity {
  readonly certificate: X509Certificate
  /** DER: the signer's own, the issuing CA's, the root's. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  readonly key: OneTimeKey
}

/** The platform's own certificate authority and time-stamp authority. */
export interface PlatformPki {
  readonly root: X509Certificate
  readonly issuing: X509Certificate
  readonly tsa: X509Certificate
  /** An end-entity certificate of 365 days for one person and one signature. */
  issueSignerCertificate(input: SignerCertificateInput): Promise<SignerIdentity>
  /** An RFC 3161 token over a SHA-256 imprint, at the time of the clock. */
  createTimeStamp(imprint: Uint8Array, nonce: Uint8Array): Promise<Uint8Array>
}

export const SIGNER_CERTIFICATE_DAYS = 365
const ROOT_DAYS = 20 * 365
const ISSUING_DAYS = 10 * 365
/** Clocks that were set back a little must not find the authorities not yet valid. */
const AUTHORITY_BACKDATE_MS = 24 * 60 * 60 * 1000

const names = { root: 'Trazo Platform Root', issuing: 'Trazo Platform CA', tsa: 'Trazo Platform TSA' } as const
const SET = 'platform'
const FILES = ['root.crt', 'root.key', 'issuing.crt', 'issuing.key', 'tsa.crt', 'tsa.key'] as const
type Files = Record<(typeof FILES)[number], string>

/**
 * Loads the platform's keys and certificates from a directory, or makes them there at the first start.
 * Throws `KEYS_UNUSABLE` where they are there but damaged or out of date: they are never replaced silently, because
 * every signature made so far depends on them.
 */
export async function ensurePlatformPki(directory: string, options: PlatformPkiOptions): Promise<PlatformPki> {
  const stored = await loadFiles(directory)
  if (stored !== undefined) return openPki(stored, options)
  const made = await makeFiles(options)
  await writeFileSet(directory, SET, made)
  return openPki(made, options)
}

async function loadFiles(directory: string): Promise<Files | undefined> {
  try {
    return await readFileSet(directory, SET, FILES)
  } catch (error) {
    throw new SignatureError('KEYS_UNUSABLE', `the platform's keys cannot be read: ${String(error)}`)
  }
}

const generateCaKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(caAlgorithm, true, ['sign', 'verify'])

async function makeFiles({ now, random = randomBytes, urls = {} }: PlatformPkiOptions): Promise<Files> {
  const from = new Date(now().getTime() - AUTHORITY_BACKDATE_MS)
  const rootKeys = await generateCaKeys()
  const root = await issueCa({ commonName: names.root, keys: rootKeys, from, days: ROOT_DAYS, random })
  const rootAuthority: Authority = { certificate: root, signingKey: rootKeys.privateKey }
  const keys = await generateCaKeys()
  const issuing = await issueCa({
    commonName: names.issuing,
    keys,
    issuer: rootAuthority,
    from,
    days: ISSUING_DAYS,
    random,
  })
  const tsaKeys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const tsa = await issueLeaf({
    commonName: names.tsa,
    publicKey: new Uint8Array(await crypto.subtle.exportKey('spki', tsaKeys.publicKey)),
    issuer: { certificate: issuing, signingKey: keys.privateKey },
    purpose: 'timeStamping',
    from,
    days: ISSUING_DAYS,
    random,
    urls,
  })
  return {
    'root.crt': root.toString('pem'),
    'root.key': await toPem(rootKeys.privateKey),
    'issuing.crt': issuing.toString('pem'),
    'issuing.key': await toPem(keys.privateKey),
    'tsa.crt': tsa.toString('pem'),
    'tsa.key': await toPem(tsaKeys.privateKey),
  }
}

const toPem = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

interface Holder {
  readonly certificate: X509Certificate
  readonly der: Uint8Array
  readonly key: KeyObject
}

/** A certificate and its key from the store, checked against each other. */
function openHolder(certificatePem: string, keyPem: string): Holder {
  try {
    const certificate = new X509Certificate(certificatePem)
    const key = createPrivateKey(keyPem)
    if (!createPublicKey(keyPem).equals(certificate.publicKey)) throw new Error('the key is not the certificate’s')
    return { certificate, der: new Uint8Array(certificate.raw), key }
  } catch (error) {
    throw new SignatureError('KEYS_UNUSABLE', `the platform's keys are damaged: ${String(error)}`)
  }
}

async function openPki(files: Files, options: PlatformPkiOptions): Promise<PlatformPki> {
  const { now, random = randomBytes, urls = {} } = options
  const root = openHolder(files['root.crt'], files['root.key'])
  const issuing = openHolder(files['issuing.crt'], files['issuing.key'])
  const tsa = openHolder(files['tsa.crt'], files['tsa.key'])
  for (const holder of [root, issuing, tsa]) checkUsable(holder, root, issuing, now())
  const issuer: Authority = {
    certificate: new x509.X509Certificate(files['issuing.crt']),
    signingKey: await crypto.subtle.importKey(
      'pkcs8',
      Uint8Array.from(issuing.key.export({ format: 'der', type: 'pkcs8' })),
      caAlgorithm,
      false,
      ['sign'],
    ),
  }
  const authority: TimeStampAuthority = {
    signer: keySigner(tsa.key),
    certificates: [tsa.der, issuing.der, root.der],
    policy: oids.platformTimeStampPolicy,
  }
  return {
    root: root.certificate,
    issuing: issuing.certificate,
    tsa: tsa.certificate,
    async issueSignerCertificate({ commonName, email, now: from }) {
      const key = await createOneTimeKey()
      const issued = await issueLeaf({
        commonName: toCommonName(commonName),
        email,
        publicKey: key.publicKey,
        issuer,
        purpose: 'documentSigning',
        from,
        days: SIGNER_CERTIFICATE_DAYS,
        random,
        urls,
      })
      const der = new Uint8Array(issued.rawData)
      return { certificate: new X509Certificate(der), certificates: [der, issuing.der, root.der], key }
    },
    createTimeStamp: (imprint, nonce) =>
      createTimeStampToken(authority, { imprint, nonce, time: now(), serialNumber: random(16) }),
  }
}

function checkUsable(holder: Holder, root: Holder, issuing: Holder, at: Date): void {
  const { certificate } = holder
  const issuer = holder === root || holder === issuing ? root : issuing
  const issued = certificate.checkIssued(issuer.certificate) && certificate.verify(issuer.certificate.publicKey)
  if (!issued) throw new SignatureError('KEYS_UNUSABLE', `'${certificate.subject}' is not issued by its authority`)
  if (at < new Date(certificate.validFrom) || at > new Date(certificate.validTo)) {
    throw new SignatureError('KEYS_UNUSABLE', `the certificate '${certificate.subject}' is not valid today`)
  }
}
