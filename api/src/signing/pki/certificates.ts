import type { webcrypto } from 'node:crypto'
import { oids, SignatureError } from 'shared/pdf/cms'
import { pkiOids } from '../cms/pki-oids.ts'
import * as x509 from './x509.ts'

/** Random bytes, injected so that tests repeat themselves. */
export type RandomBytes = (length: number) => Uint8Array

/** Where the world can fetch certificates and revocation of the platform; absent until it serves them. */
export interface PublicationUrls {
  readonly caIssuers?: string
  readonly ocsp?: string
  readonly crl?: string
}

/** How an authority's key signs certificates, as WebCrypto calls it. */
export type SigningAlgorithm =
  | { readonly name: 'ECDSA'; readonly namedCurve: string; readonly hash: string }
  | { readonly name: 'RSASSA-PKCS1-v1_5'; readonly hash: string }

/** A certificate authority's key, as WebCrypto holds it, and its certificate. */
export interface Authority {
  readonly certificate: x509.X509Certificate
  readonly signingKey: webcrypto.CryptoKey
  readonly algorithm: SigningAlgorithm
}

const SERIAL_BYTES = 16
const DAY_MS = 24 * 60 * 60 * 1000
/** X.520, ub-common-name. */
const COMMON_NAME_LENGTH = 64

/** Of the platform's own authorities. */
export const caAlgorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' } as const

/** A positive serial number of 127 random bits (RFC 5280, 4.1.2.2), in hexadecimal. */
export function serialNumber(random: RandomBytes): string {
  const bytes = Uint8Array.from(random(SERIAL_BYTES))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return Buffer.from(bytes).toString('hex')
}

/** Certificates count whole seconds. */
const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000)

export const validity = (from: Date, days: number) => {
  const notBefore = wholeSecond(from)
  return { notBefore, notAfter: new Date(notBefore.getTime() + days * DAY_MS) }
}

/**
 * A name with one common name, structured: a string would be parsed as a distinguished name, and a person could
 * call herself something that reads as another's.
 */
export const nameOf = (commonName: string): x509.Name => new x509.Name([{ CN: [{ utf8String: commonName }] }])

/** A person's name as a common name: no control characters, at most 64 characters. */
export function toCommonName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  const cut = [...clean].slice(0, COMMON_NAME_LENGTH).join('').trim()
  if (cut === '') throw new SignatureError('KEYS_UNUSABLE', 'a signer needs a name')
  return cut
}

export interface CaInput {
  readonly commonName: string
  readonly keys: webcrypto.CryptoKeyPair
  /** Absent for the root, which signs itself. */
  readonly issuer?: Authority
  readonly from: Date
  readonly days: number
  readonly random: RandomBytes
  readonly urls?: PublicationUrls
}

/** The issuer's own identifier of its key, or the usual one: not every authority takes SHA-1 of the bits. */
async function authorityKeyIdentifier(issuer: x509.X509Certificate): Promise<x509.Extension> {
  const stated = issuer.getExtension(x509.SubjectKeyIdentifierExtension)
  if (stated === null) return x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey)
  return new x509.AuthorityKeyIdentifierExtension(stated.keyId)
}

export async function issueCa(input: CaInput): Promise<x509.X509Certificate> {
  const { keys, issuer } = input
  return x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(input.random),
    subject: nameOf(input.commonName),
    issuer: issuer?.certificate.subjectName ?? nameOf(input.commonName),
    ...validity(input.from, input.days),
    publicKey: keys.publicKey,
    signingKey: issuer?.signingKey ?? keys.privateKey,
    signingAlgorithm: issuer?.algorithm ?? caAlgorithm,
    extensions: [
      ...publication(input.urls ?? {}),
      new x509.BasicConstraintsExtension(true, issuer === undefined ? undefined : 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer?.certificate.publicKey ?? keys.publicKey),
    ],
  })
}

export interface LeafInput {
  readonly commonName: string
  readonly email?: string
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array
  readonly issuer: Authority
  readonly purpose: 'documentSigning' | 'timeStamping' | 'ocspSigning'
  readonly from: Date
  readonly days: number
  readonly random: RandomBytes
  readonly urls: PublicationUrls
}

export async function issueLeaf(input: LeafInput): Promise<x509.X509Certificate> {
  const publicKey = new x509.PublicKey(Uint8Array.from(input.publicKey))
  return x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(input.random),
    subject: nameOf(input.commonName),
    issuer: input.issuer.certificate.subjectName,
    ...validity(input.from, input.days),
    publicKey,
    signingKey: input.issuer.signingKey,
    signingAlgorithm: input.issuer.algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...usages(input.purpose),
      ...alternativeName(input.email),
      ...publication(input.urls),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await authorityKeyIdentifier(input.issuer.certificate),
    ],
  })
}

const NULL = Uint8Array.of(0x05, 0x00)

function usages(purpose: LeafInput['purpose']): x509.Extension[] {
  const { digitalSignature, nonRepudiation } = x509.KeyUsageFlags
  if (purpose === 'timeStamping') {
    return [
      new x509.KeyUsagesExtension(digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([oids.timeStamping], true),
    ]
  }
  if (purpose === 'ocspSigning') {
    return [
      new x509.KeyUsagesExtension(digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([pkiOids.ocspSigning]),
      // Nobody could say whether the one who says it is revoked (RFC 6960, 4.2.2.2.1); so it is only good for weeks.
      new x509.Extension(pkiOids.ocspNoCheck, false, NULL),
    ]
  }
  return [
    new x509.KeyUsagesExtension(digitalSignature | nonRepudiation, true),
    new x509.ExtendedKeyUsageExtension([oids.documentSigning, oids.emailProtection]),
  ]
}

/** rfc822Name is ASCII only (RFC 5280, 4.2.1.6); an address beyond that is left out. */
function alternativeName(email: string | undefined): x509.Extension[] {
  if (email === undefined || !/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(email)) return []
  return [new x509.SubjectAlternativeNameExtension([{ type: 'email', value: email }])]
}

function publication({ caIssuers, ocsp, crl }: PublicationUrls): x509.Extension[] {
  const access: x509.AuthorityInfoAccessParams = {
    ...(caIssuers === undefined ? {} : { caIssuers: new x509.GeneralName('url', caIssuers) }),
    ...(ocsp === undefined ? {} : { ocsp: new x509.GeneralName('url', ocsp) }),
  }
  return [
    ...(Object.keys(access).length === 0 ? [] : [new x509.AuthorityInfoAccessExtension(access)]),
    ...(crl === undefined ? [] : [new x509.CRLDistributionPointsExtension([crl])]),
  ]
}
