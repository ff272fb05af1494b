import { KeyObject, randomBytes, type webcrypto, X509Certificate } from 'node:crypto'
import * as x509 from '../../../src/domain/pki/x509.ts'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

const DAY = 24 * 60 * 60 * 1000
const FOUR_YEARS = 4 * 365

export interface CardHolder {
  readonly firstName: string
  readonly lastName: string
  /** As in the subject: `CPF-01-0234-0567`. */
  readonly identification: string
}

export interface CardOptions {
  readonly days?: number
  readonly fromDay?: number
  /** `login` is the authentication certificate. */
  readonly purpose?: 'signing' | 'login'
  readonly extensions?: readonly x509.Extension[]
  readonly isAuthority?: boolean
  readonly serialNumbers?: readonly string[]
}

/** Like the national CA: root, policy, issuer. */
export interface Hierarchy {
  readonly pem: string
  /** For OCSP and CRLs. */
  readonly issuer: { readonly certificate: X509Certificate; readonly key: KeyObject }
  issue(holder: CardHolder, publicKey: x509.PublicKeyType, options?: CardOptions): Promise<Uint8Array>
  readonly authorities: readonly Authority[]
  readonly stampsPem: string
  issueStamps(publicKey: x509.PublicKeyType, days?: number): Promise<Uint8Array>
}

type Names = ConstructorParameters<typeof x509.Name>[0]

const printable = (text: string) => [{ printableString: text }]
const utf8 = (text: string) => [{ utf8String: text }]

const authorityName = (commonName: string): Names => [
  { C: printable('CR') },
  { O: utf8('PRUEBAS DE TRAZO') },
  { CN: utf8(commonName) },
]

const holderName = ({ firstName, lastName, identification }: CardHolder, options: CardOptions): Names => [
  { C: printable('CR') },
  { O: utf8('PERSONA FISICA') },
  { OU: utf8('CIUDADANO') },
  { CN: utf8(`${firstName} ${lastName} ${options.purpose === 'login' ? '(AUTENTICACION)' : '(FIRMA)'}`) },
  { G: utf8(firstName) },
  { SN: utf8(lastName) },
  ...(options.serialNumbers ?? [identification]).map((number) => ({ '2.5.4.5': printable(number) })),
]

export interface Authority {
  readonly certificate: x509.X509Certificate
  readonly keys: webcrypto.CryptoKeyPair
}

interface Births {
  readonly from: Date
  readonly listsAt?: string | undefined
}

export const listName = (certificate: x509.X509Certificate): string =>
  Buffer.from(certificate.publicKey.rawData).toString('base64url').slice(-16)

const listOf = ({ listsAt }: Births, issuer: Authority): x509.Extension[] =>
  listsAt === undefined ? [] : [new x509.CRLDistributionPointsExtension([`${listsAt}/${listName(issuer.certificate)}`])]

const serialNumber = (): string => `4${randomBytes(15).toString('hex').slice(1)}`

const validity = (from: Date, days: number) => ({ notBefore: from, notAfter: new Date(from.getTime() + days * DAY) })

const createAuthority = async (commonName: string, births: Births, issuer?: Authority): Promise<Authority> => {
  const keys = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  const name = new x509.Name(authorityName(commonName))
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: name,
    issuer: issuer?.certificate.subjectName ?? name,
    ...validity(births.from, 5 * FOUR_YEARS),
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: RSA,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(issuer === undefined ? [] : listOf(births, issuer)),
    ],
  })
  return { certificate, keys }
}

const { nonRepudiation, digitalSignature } = x509.KeyUsageFlags

const issueCard = async (
  issuer: Authority,
  births: Births,
  holder: CardHolder,
  publicKey: x509.PublicKeyType,
  options: CardOptions,
): Promise<Uint8Array> => {
  const { days = FOUR_YEARS, fromDay = 0, purpose = 'signing', isAuthority = false, extensions = [] } = options
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: new x509.Name(holderName(holder, options)),
    issuer: issuer.certificate.subjectName,
    ...validity(new Date(births.from.getTime() + fromDay * DAY), days),
    publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: RSA,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature | (purpose === 'signing' ? nonRepudiation : 0), true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection, x509.ExtendedKeyUsage.clientAuth]),
      ...listOf(births, issuer),
      ...extensions,
    ],
  })
  return new Uint8Array(certificate.rawData)
}

const issueStamps = async (
  issuer: Authority,
  births: Births,
  publicKey: x509.PublicKeyType,
  days: number,
): Promise<Uint8Array> => {
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: new x509.Name(authorityName('TSA NACIONAL - PRUEBAS')),
    issuer: issuer.certificate.subjectName,
    ...validity(births.from, days),
    publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: RSA,
    extensions: [
      new x509.KeyUsagesExtension(digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.timeStamping], true),
      ...listOf(births, issuer),
    ],
  })
  return new Uint8Array(certificate.rawData)
}

const pemOf = (authorities: readonly Authority[]): string =>
  authorities.map(({ certificate }) => certificate.toString('pem')).join('\n')

export const createHierarchy = async (from: Date, listsAt?: string): Promise<Hierarchy> => {
  const births = { from, listsAt }
  const root = await createAuthority('CA RAIZ NACIONAL - PRUEBAS', births)
  const policy = await createAuthority('CA POLITICA PERSONA FISICA - PRUEBAS', births, root)
  const issuer = await createAuthority('CA PERSONA FISICA - PRUEBAS', births, policy)
  const stamps = await createAuthority('CA POLITICA SELLADO DE TIEMPO - PRUEBAS', births, root)
  return {
    pem: pemOf([root, policy, issuer]),
    issuer: {
      certificate: new X509Certificate(issuer.certificate.toString('pem')),
      key: KeyObject.from(issuer.keys.privateKey),
    },
    issue: (holder, publicKey, options = {}) => issueCard(issuer, births, holder, publicKey, options),
    authorities: [root, policy, issuer, stamps],
    stampsPem: pemOf([root, stamps]),
    issueStamps: (publicKey, days = FOUR_YEARS) => issueStamps(stamps, births, publicKey, days),
  }
}

export const createCardKeys = (kind: 'rsa' | 'ec'): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(kind === 'rsa' ? RSA : EC, true, ['sign', 'verify'])
