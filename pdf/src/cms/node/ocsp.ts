import type { KeyObject, X509Certificate } from 'node:crypto'
import * as der from '../der-writer.ts'
import {
  compareBytes,
  type DerElement,
  derChildren,
  derContents,
  extensionOf,
  malformedAsn1,
  readDer,
  readGeneralizedTime,
  readOid,
  readUnsigned,
  subjectName,
} from '../index.ts'
import { objectIdentifiers } from '../oids.ts'
import { readBasicOcsp } from '../structures.ts'
import { type DigestName, digestOf, hashWith, publicKeyBits, signWithKey } from './algorithms.ts'

/** CertID (RFC 6960, 4.1.1). */
export interface CertificateId {
  /** Hash algorithm; undefined if unknown. */
  readonly digest: DigestName | undefined
  readonly issuerNameHash: Uint8Array
  readonly issuerKeyHash: Uint8Array
  /** Hexadecimal, lower case, without a sign byte. */
  readonly serialNumber: string
  /** Original bytes, repeated in the response. */
  readonly encoded: Uint8Array
}

/** The ids that are asked about. A signature of the request is ignored. */
export interface OcspRequest {
  readonly ids: readonly CertificateId[]
  /** DER of the nonce, repeated unchanged. */
  readonly nonce: Uint8Array | undefined
}

/** CertStatus (RFC 6960, 4.2.1). `reason`: CRLReason (RFC 5280, 5.3.1). */
export type CertificateStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'revoked'; readonly at: Date; readonly reason: number }
  | { readonly kind: 'unknown' }

export interface SingleStatus {
  readonly id: CertificateId
  readonly status: CertificateStatus
}

/** RFC 6960, 4.2.1. */
export const ocspRefusals = { malformed: 1, internal: 2, unauthorized: 6 } as const

export const bytesToHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
/** Serial number in the format of `readUnsigned`. */
export const serialOf = ({ serialNumber }: X509Certificate): string =>
  bytesToHex(readUnsigned(readDer(der.unsignedInteger(Buffer.from(serialNumber, 'hex')))))

/** Bytes (RFC 9654 allows 128). */
const NONCE_MAX = 130
/** Ids in one request, which anybody may send. */
const REQUESTS_MAX = 16

/** CertID (RFC 6960, 4.1.1), DER. SHA-1 only identifies here, and some responders know nothing else. */
export const certificateIdOf = (
  certificate: X509Certificate,
  issuer: X509Certificate,
  digest: 'sha1' | 'sha256',
): Uint8Array => {
  const algorithm =
    digest === 'sha1'
      ? der.derSequence(der.derOid(objectIdentifiers.sha1), der.nullValue())
      : der.derSequence(der.derOid(objectIdentifiers.sha256))
  return der.derSequence(
    algorithm,
    der.octetString(hashWith(digest, subjectName(issuer.raw))),
    der.octetString(hashWith(digest, publicKeyBits(issuer))),
    der.unsignedInteger(Buffer.from(certificate.serialNumber, 'hex')),
  )
}

/** Reads a CertID (RFC 6960, 4.1.1). */
export const readCertificateId = (given: DerElement | undefined): CertificateId => {
  const [algorithm, name, key, serial] = derChildren(given, 0x30)
  return {
    digest: digestOf(algorithm),
    issuerNameHash: derContents(name, 0x04),
    issuerKeyHash: derContents(key, 0x04),
    serialNumber: bytesToHex(readUnsigned(serial)),
    encoded: given?.encoded ?? new Uint8Array(),
  }
}

/** By name and key: a renewed authority has both. */
export const isOfIssuer = ({ digest, issuerNameHash, issuerKeyHash }: CertificateId, issuer: X509Certificate) =>
  digest !== undefined &&
  compareBytes(hashWith(digest, subjectName(issuer.raw)), issuerNameHash) === 0 &&
  compareBytes(hashWith(digest, publicKeyBits(issuer)), issuerKeyHash) === 0

/** Extension (RFC 5280, 4.1). DER leaves `critical` out if it is false. */
export const derExtension = (id: string, value: Uint8Array, critical = false): Uint8Array =>
  der.derSequence(der.derOid(id), ...(critical ? [der.booleanTrue()] : []), der.octetString(value))

/** @returns contents of the extnValue; undefined without the extension */
export const valueIn = (extensions: DerElement | undefined, id: string): Uint8Array | undefined => {
  if (extensions === undefined) return undefined
  const found = derChildren(extensions, 0x30).find((each) => readOid(derChildren(each, 0x30)[0]) === id)
  return found && derContents(derChildren(found, 0x30).at(-1), 0x04)
}

const taggedIn = (parts: readonly DerElement[], identifier: number): DerElement | undefined => {
  const found = parts.find((part) => part.identifier === identifier)
  return found && derChildren(found, identifier)[0]
}

/**
 * OCSPRequest (4.1.1) for one certificate.
 * @param nonce random bytes
 */
export const encodeOcspRequest = (id: Uint8Array, nonce: Uint8Array): Uint8Array =>
  der.derSequence(
    der.derSequence(
      der.derSequence(der.derSequence(id)),
      der.derExplicit(2, der.derSequence(derExtension(objectIdentifiers.ocspNonce, der.octetString(nonce)))),
    ),
  )

/**
 * Reads an OCSPRequest (RFC 6960, 4.1.1).
 *
 * @throws SignatureError ASN1_MALFORMED, also for too many ids or too long a nonce
 */
export const decodeOcspRequest = (encoded: Uint8Array): OcspRequest => {
  const [tbs] = derChildren(readDer(encoded), 0x30)
  const parts = derChildren(tbs, 0x30)
  const list = parts.find(({ identifier }) => identifier === 0x30)
  const requests = derChildren(list, 0x30)
  if (requests.length === 0 || requests.length > REQUESTS_MAX) throw malformedAsn1('it asks about none, or too many')
  const nonce = valueIn(taggedIn(parts, 0xa2), objectIdentifiers.ocspNonce)
  if (nonce !== undefined && nonce.length > NONCE_MAX) throw malformedAsn1('the nonce is too long')
  return { ids: requests.map((request) => readCertificateId(derChildren(request, 0x30)[0])), nonce }
}

/** Contents of a response before it is signed. */
export interface OcspAnswer {
  readonly statuses: readonly SingleStatus[]
  readonly nonce: Uint8Array | undefined
  readonly producedAt: Date
  readonly nextUpdate: Date
}

/** The authority or its delegate (RFC 6960, 2.6). */
export interface OcspResponder {
  readonly certificate: X509Certificate
  readonly key: KeyObject
}

const encodeStatus = (status: CertificateStatus): Uint8Array => {
  if (status.kind === 'good') return der.derElement(0x80)
  if (status.kind === 'unknown') return der.derElement(0x82)
  const reason = der.derElement(0x0a, Uint8Array.of(status.reason))
  return der.derImplicit(1, der.derSequence(der.generalizedTime(status.at), der.derExplicit(0, reason)))
}

/**
 * Signs an OCSPResponse (RFC 6960, 4.2.1) and adds the responder's certificate.
 *
 * @returns DER
 */
export const encodeOcspResponse = async (responder: OcspResponder, answer: OcspAnswer): Promise<Uint8Array> => {
  const { nonce, producedAt, nextUpdate, statuses } = answer
  const singles = statuses.map(({ id, status }) =>
    der.derSequence(
      id.encoded,
      encodeStatus(status),
      der.generalizedTime(producedAt),
      der.derExplicit(0, der.generalizedTime(nextUpdate)),
    ),
  )
  const keyHash = der.octetString(hashWith('sha1', publicKeyBits(responder.certificate)))
  const data = der.derSequence(
    der.derExplicit(2, keyHash),
    der.generalizedTime(producedAt),
    der.derSequence(...singles),
    ...(nonce === undefined
      ? []
      : [der.derExplicit(1, der.derSequence(derExtension(objectIdentifiers.ocspNonce, nonce)))]),
  )
  const { algorithm, value } = await signWithKey(responder.key, data)
  const certificates = der.derExplicit(0, der.derSequence(new Uint8Array(responder.certificate.raw)))
  const basic = der.derSequence(data, algorithm, der.derElement(0x03, Uint8Array.of(0), value), certificates)
  return der.derSequence(
    der.derElement(0x0a, Uint8Array.of(0)),
    der.derExplicit(0, der.derSequence(der.derOid(objectIdentifiers.ocspBasic), der.octetString(basic))),
  )
}

/** An error OCSPResponse. */
export const encodeOcspRefusal = (status: number): Uint8Array =>
  der.derSequence(der.derElement(0x0a, Uint8Array.of(status)))

/** Parts of a BasicOCSPResponse, not verified. */
export interface DecodedOcspResponse {
  readonly tbs: Uint8Array
  readonly algorithm: DerElement | undefined
  readonly value: Uint8Array
  readonly certificates: readonly Uint8Array[]
  readonly producedAt: Date
  readonly singles: readonly {
    readonly id: CertificateId
    readonly status: CertificateStatus
    readonly thisUpdate: Date
    readonly nextUpdate: Date | undefined
  }[]
  readonly nonce: Uint8Array | undefined
}

const readStatus = (given: DerElement | undefined): CertificateStatus => {
  if (given?.identifier === 0x80) return { kind: 'good' }
  if (given?.identifier === 0x82) return { kind: 'unknown' }
  const [at, reason] = derChildren(given, 0xa1)
  const code = reason === undefined ? 0 : (derContents(derChildren(reason, 0xa0)[0], 0x0a)[0] ?? 0)
  return { kind: 'revoked', at: readGeneralizedTime(at), reason: code }
}

const readSingle = (given: DerElement) => {
  const [id, status, thisUpdate, ...optional] = derChildren(given, 0x30)
  const next = taggedIn(optional, 0xa0)
  return {
    id: readCertificateId(id),
    status: readStatus(status),
    thisUpdate: readGeneralizedTime(thisUpdate),
    nextUpdate: next && readGeneralizedTime(next),
  }
}

/**
 * Reads a BasicOCSPResponse. Verifies nothing: `checkOcsp` does.
 *
 * @param encoded OCSPResponse, DER
 * @throws SignatureError ASN1_MALFORMED, also for an error response
 */
export const decodeOcspResponse = (encoded: Uint8Array): DecodedOcspResponse => {
  const { signed, algorithm, value, certificates, producedAt, responses, optional } = readBasicOcsp(encoded)
  return {
    tbs: signed,
    algorithm,
    value,
    certificates,
    producedAt: readGeneralizedTime(producedAt),
    singles: responses.map(readSingle),
    nonce: valueIn(taggedIn(optional, 0xa1), objectIdentifiers.ocspNonce),
  }
}

/** The id-pkix-ocsp-nocheck extension (RFC 6960, 4.2.2.2.1). */
export const isNoCheck = (certificate: Uint8Array): boolean =>
  extensionOf(certificate, objectIdentifiers.ocspNoCheck) !== undefined
