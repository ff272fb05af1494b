import { type KeyObject, X509Certificate } from 'node:crypto'
import {
  derChildren,
  derContents,
  derElement,
  derExplicit,
  derInteger,
  derOid,
  derSequence,
  extensionOf,
  nullValue,
  objectIdentifiers,
  octetString,
  readDer,
  setOf,
  subjectName,
  unsignedInteger,
} from 'pdf/cms'
import {
  certificateTime,
  derExtension,
  hashWith,
  publicKeyBits,
  signatureAlgorithmFor,
  signWithKey,
} from 'pdf/cms/node'
import { LOG_SIGNING_OID } from 'shared/contract/evidence-log'
import { type PublicationUrls, type RandomBytes, serialNumber, validityPeriod } from './certificates.ts'

/** The authority that signs a leaf. */
export interface LeafIssuer {
  readonly certificate: X509Certificate
  readonly key: KeyObject
}

/** `purpose` decides the extended key usage; `commonName` has passed `toCommonName`. */
export interface LeafInput {
  readonly commonName: string
  /** At most 64 characters (RFC 5280, appendix A.1). */
  readonly organisationalUnit?: string
  readonly email?: string
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array
  readonly issuer: LeafIssuer
  readonly purpose: 'documentSigning' | 'evidenceSigning' | 'timeStamping' | 'ocspSigning'
  readonly from: Date
  readonly days: number
  readonly random: RandomBytes
  readonly urls: PublicationUrls
}

/** Tags of GeneralName (RFC 5280, 4.2.1.6). */
const URL_NAME = 0x86
const EMAIL_NAME = 0x81

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
const uri = (url: string): Uint8Array => derElement(URL_NAME, ascii(url))

const namePart = (type: string, text: string): Uint8Array =>
  setOf(derSequence(derOid(type), derElement(0x0c, new TextEncoder().encode(text))))

const name = ({ commonName, organisationalUnit: unit }: LeafInput): Uint8Array =>
  derSequence(
    ...(unit === undefined ? [] : [namePart(objectIdentifiers.organisationalUnit, unit)]),
    namePart(objectIdentifiers.commonName, commonName),
  )

/** KeyUsage bits (RFC 5280, 4.2.1.3) as BIT STRINGs. */
const DIGITAL_SIGNATURE = derElement(0x03, Uint8Array.of(7, 0x80))
/** Two bits of KeyUsage (RFC 5280, 4.2.1.3); the first octet counts the unused ones. */
const DIGITAL_SIGNATURE_AND_NON_REPUDIATION = derElement(0x03, Uint8Array.of(6, 0xc0))

const extendedUsage = (critical: boolean, ...usages: readonly string[]): Uint8Array =>
  derExtension(objectIdentifiers.extendedKeyUsage, derSequence(...usages.map(derOid)), critical)

const usages = (purpose: LeafInput['purpose']): Uint8Array[] => {
  const only = derExtension(objectIdentifiers.keyUsage, DIGITAL_SIGNATURE, true)
  if (purpose === 'timeStamping') return [only, extendedUsage(true, objectIdentifiers.timeStamping)]
  if (purpose === 'ocspSigning')
    // Short-lived, because its own revocation
    // cannot be checked (RFC 6960, 4.2.2.2.1).
    return [
      only,
      extendedUsage(false, objectIdentifiers.ocspSigning),
      derExtension(objectIdentifiers.ocspNoCheck, nullValue()),
    ]
  const special = purpose === 'evidenceSigning' ? LOG_SIGNING_OID : objectIdentifiers.emailProtection
  return [
    derExtension(objectIdentifiers.keyUsage, DIGITAL_SIGNATURE_AND_NON_REPUDIATION, true),
    extendedUsage(false, objectIdentifiers.documentSigning, special),
  ]
}

/** rfc822Name is ASCII (RFC 5280, 4.2.1.6); other addresses are omitted. */
const alternativeName = (email: string | undefined): Uint8Array[] => {
  if (email === undefined || !/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(email)) return []
  return [derExtension(objectIdentifiers.subjectAlternativeName, derSequence(derElement(EMAIL_NAME, ascii(email))))]
}

const publication = ({ caIssuers, ocsp, crl }: PublicationUrls): Uint8Array[] => {
  const access = [
    ...(caIssuers === undefined ? [] : [derSequence(derOid(objectIdentifiers.accessCaIssuers), uri(caIssuers))]),
    ...(ocsp === undefined ? [] : [derSequence(derOid(objectIdentifiers.accessOcsp), uri(ocsp))]),
  ]
  const points = crl === undefined ? [] : [derSequence(derSequence(derExplicit(0, derExplicit(0, uri(crl)))))]
  return [
    ...(access.length === 0 ? [] : [derExtension(objectIdentifiers.authorityInfoAccess, derSequence(...access))]),
    ...points.map((point) => derExtension(objectIdentifiers.crlDistributionPoints, point)),
  ]
}

/** The issuer's stated key identifier, which need not be SHA-1. */
const authorityKey = (issuer: X509Certificate): Uint8Array => {
  const stated = extensionOf(issuer.raw, objectIdentifiers.subjectKeyIdentifier)
  const id = stated === undefined ? hashWith('sha1', publicKeyBits(issuer)) : derContents(readDer(stated.value), 0x04)
  return derExtension(objectIdentifiers.authorityKeyIdentifier, derSequence(derElement(0x80, id)))
}

const subjectKey = (publicKey: Uint8Array): Uint8Array => {
  const bits = derContents(derChildren(readDer(publicKey), 0x30)[1], 0x03).subarray(1)
  return derExtension(objectIdentifiers.subjectKeyIdentifier, octetString(hashWith('sha1', bits)))
}

/** RFC 5280, 4.1. A library took half the time of a signature. */
export const issueLeaf = async (input: LeafInput): Promise<X509Certificate> => {
  const { issuer, publicKey } = input
  const { notBefore, notAfter } = validityPeriod(input.from, input.days)
  const algorithm = signatureAlgorithmFor(issuer.key)
  const tbs = derSequence(
    derExplicit(0, derInteger(2)),
    unsignedInteger(Buffer.from(serialNumber(input.random), 'hex')),
    algorithm,
    subjectName(issuer.certificate.raw),
    derSequence(certificateTime(notBefore), certificateTime(notAfter)),
    name(input),
    publicKey,
    derExplicit(
      3,
      derSequence(
        derExtension(objectIdentifiers.basicConstraints, derSequence(), true),
        ...usages(input.purpose),
        ...alternativeName(input.email),
        ...publication(input.urls),
        subjectKey(publicKey),
        authorityKey(issuer.certificate),
      ),
    ),
  )
  const { value } = await signWithKey(issuer.key, tbs)
  return new X509Certificate(derSequence(tbs, algorithm, derElement(0x03, Uint8Array.of(0), value)))
}
