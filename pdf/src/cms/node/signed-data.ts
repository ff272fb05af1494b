import { createHash } from 'node:crypto'
import {
  derElement,
  derExplicit,
  derImplicit,
  derInteger,
  derOid,
  derSequence,
  issuerAndSerialNumber,
  nullValue,
  objectIdentifiers,
  octetString,
  setOf,
} from '../index.ts'

export const sha256Of = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

/** Parameters absent (RFC 5754, 2). */
export const sha256Algorithm = (): Uint8Array => derSequence(derOid(objectIdentifiers.sha256))

/** Always with SHA-256. RSA is PKCS#1 v1.5, as on national cards. */
export type SignatureScheme = 'ecdsa' | 'rsa'

/** ECDSA without parameters (RFC 5758, 3.2), RSA with NULL (RFC 5754, 3.2). */
const signatureAlgorithm = (scheme: SignatureScheme): Uint8Array =>
  scheme === 'ecdsa'
    ? derSequence(derOid(objectIdentifiers.ecdsaWithSha256))
    : derSequence(derOid(objectIdentifiers.rsaWithSha256), nullValue())

const attribute = (type: string, value: Uint8Array): Uint8Array => derSequence(derOid(type), setOf(value))

/**
 * One ESSCertIDv2 (RFC 5035, 3 and 4). SHA-256 is the
 * default; SignerInfo already has the issuerSerial.
 */
const signingCertificateV2 = (certificate: Uint8Array): Uint8Array =>
  derSequence(derSequence(derSequence(octetString(sha256Of(certificate)))))

/** `contentType`: OID of what is signed, `id-data` for PDF. */
export interface SignedAttributesInput {
  readonly contentType: string
  /** SHA-256 of the content. */
  readonly digest: Uint8Array
  /** DER of the signer's certificate. */
  readonly certificate: Uint8Array
}

/**
 * Builds the SET OF attributes to sign (RFC 5652, 5.4): content type, message digest and signing-certificate-v2 (RFC
 * 5035). PAdES forbids signing-time.
 *
 * @returns DER
 */
export const buildSignedAttributes = ({ contentType, digest, certificate }: SignedAttributesInput): Uint8Array =>
  setOf(
    attribute(objectIdentifiers.contentType, derOid(contentType)),
    attribute(objectIdentifiers.messageDigest, octetString(digest)),
    attribute(objectIdentifiers.signingCertificateV2, signingCertificateV2(certificate)),
  )

/** Everything for a SignedData whose value was made elsewhere. */
export interface SignedDataInput {
  readonly contentType: string
  /** Undefined for a detached signature. */
  readonly content?: Uint8Array
  /** DER, the signer's first. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  /** From `buildSignedAttributes`. */
  readonly signedAttributes: Uint8Array
  /** ECDSA-Sig-Value, or the RSA integer. */
  readonly value: Uint8Array
  /** Default: ECDSA. */
  readonly scheme?: SignatureScheme
  /** If false, the reader must have the certificates. */
  readonly withCertificates?: boolean
  /** RFC 3161 token over `value`. */
  readonly timeStampToken?: Uint8Array
}

/**
 * Builds a ContentInfo with SignedData and one SignerInfo (RFC 5652, 5).
 *
 * @returns DER
 */
export function buildSignedData(input: SignedDataInput): Uint8Array {
  const version = input.contentType === objectIdentifiers.data ? 1 : 3
  const content = input.content === undefined ? [] : [derExplicit(0, octetString(input.content))]
  return derSequence(
    derOid(objectIdentifiers.signedData),
    derExplicit(
      0,
      derSequence(
        derInteger(version),
        setOf(sha256Algorithm()),
        derSequence(derOid(input.contentType), ...content),
        ...(input.withCertificates === false ? [] : [derImplicit(0, setOf(...input.certificates))]),
        setOf(buildSignerInfo(input)),
      ),
    ),
  )
}

function buildSignerInfo(input: SignedDataInput): Uint8Array {
  const { certificates, signedAttributes, value, timeStampToken, scheme = 'ecdsa' } = input
  const unsigned =
    timeStampToken === undefined
      ? []
      : [derImplicit(1, setOf(attribute(objectIdentifiers.signatureTimeStampToken, timeStampToken)))]
  return derSequence(
    derInteger(1),
    issuerAndSerialNumber(certificates[0]),
    sha256Algorithm(),
    derImplicit(0, signedAttributes),
    signatureAlgorithm(scheme),
    octetString(value),
    ...unsigned,
  )
}

/** Restores the SET OF tag for signing. */
export const asSet = (contents: Uint8Array): Uint8Array => derElement(0x31, contents)
