import type { webcrypto } from 'node:crypto'
import { SignatureError } from 'pdf/cms'
import { withoutHiddenCharacters } from 'shared/contract/visible-name'
import { DAY_MS } from '../../platform/clock.ts'
import * as x509 from './x509.ts'

export type RandomBytes = (length: number) => Uint8Array

/** URLs in AIA and CRL distribution points (RFC 5280, 4.2.2.1 and 4.2.1.13). */
export interface PublicationUrls {
  readonly caIssuers?: string
  readonly ocsp?: string
  readonly crl?: string
}

/** The root, with a WebCrypto key. */
export interface IssuingAuthority {
  readonly certificate: x509.X509Certificate
  readonly signingKey: webcrypto.CryptoKey
}

/** RFC 5280, 4.1.2.2 allows 20. */
const SERIAL_BYTES = 16
/** X.520, ub-common-name. */
const COMMON_NAME_LENGTH = 64

/** Authorities use P-384 and leaves P-256: issuing a leaf takes 4 to 5 ms, an RSA key pair 150 ms. */
export const caAlgorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' } as const

/** Positive, 127 random bits (RFC 5280, 4.1.2.2), hexadecimal. */
export function serialNumber(random: RandomBytes): string {
  const bytes = Uint8Array.from(random(SERIAL_BYTES))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return Buffer.from(bytes).toString('hex')
}

/** Certificates have second precision. */
const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000)

/** Certificates hold whole seconds. */
export const validityPeriod = (from: Date, days: number) => {
  const notBefore = wholeSecond(from)
  return { notBefore, notAfter: new Date(notBefore.getTime() + days * DAY_MS) }
}

/** A string would be parsed, so names could inject other parts. */
const distinguishedName = (commonName: string): x509.Name => new x509.Name([{ CN: [{ utf8String: commonName }] }])

/** Removes control characters; at most 64 characters. */
export function toCommonName(name: string): string {
  // Fields of documents from before names were checked may hide characters.
  const clean = withoutHiddenCharacters(name.normalize('NFC').replace(/\p{Cc}+/gu, ' ')).trim()
  const cut = [...clean].slice(0, COMMON_NAME_LENGTH).join('').trim()
  if (cut === '') throw new SignatureError('KEYS_UNUSABLE', 'a signer needs a name')
  return cut
}

/** Without `issuer` the certificate signs itself: a root. */
export interface CaInput {
  readonly commonName: string
  readonly keys: webcrypto.CryptoKeyPair
  readonly issuer?: IssuingAuthority
  readonly from: Date
  readonly days: number
  readonly random: RandomBytes
  readonly urls?: PublicationUrls
}

/**
 * Issues a root or an issuing authority (RFC 5280, 4.2.1.9).
 *
 * @param input times are cut to whole seconds
 */
export async function issueCa(input: CaInput): Promise<x509.X509Certificate> {
  const { keys, issuer } = input
  return x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(input.random),
    subject: distinguishedName(input.commonName),
    issuer: issuer?.certificate.subjectName ?? distinguishedName(input.commonName),
    ...validityPeriod(input.from, input.days),
    publicKey: keys.publicKey,
    signingKey: issuer?.signingKey ?? keys.privateKey,
    signingAlgorithm: caAlgorithm,
    extensions: [
      ...publication(input.urls ?? {}),
      new x509.BasicConstraintsExtension(true, issuer === undefined ? undefined : 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer?.certificate.publicKey ?? keys.publicKey),
    ],
  })
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
