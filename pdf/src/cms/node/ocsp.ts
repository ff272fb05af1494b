import type { KeyObject, X509Certificate } from 'node:crypto'
import * as der from '../der-writer.ts'
import {
  children,
  compareBytes,
  contentsOf,
  type DerElement,
  extensionOf,
  malformedAsn1,
  readDer,
  readGeneralizedTime,
  readOid,
  readUnsigned,
  subjectName,
} from '../index.ts'
import { oids } from '../oids.ts'
import { readBasicOcsp } from '../structures.ts'
import { type DigestName, digestOf, hashWith, publicKeyBits, signWith } from './algorithms.ts'

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

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
/** Serial number in the format of `readUnsigned`. */
export const serialOf = ({ serialNumber }: X509Certificate): string =>
  hex(readUnsigned(readDer(der.unsignedInteger(Buffer.from(serialNumber, 'hex')))))

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
    digest === 'sha1' ? der.sequence(der.oid(oids.sha1), der.nullValue()) : der.sequence(der.oid(oids.sha256))
  return der.sequence(
    algorithm,
    der.octetString(hashWith(digest, subjectName(issuer.raw))),
    der.octetString(hashWith(digest, publicKeyBits(issuer))),
    der.unsignedInteger(Buffer.from(certificate.serialNumber, 'hex')),
  )
}

/** Reads a CertID (RFC 6960, 4.1.1). */
export const readCertificateId = (given: DerElement | undefined): CertificateId => {
  const [algorithm, name, key, serial] = children(given, 0x30)
  return {
    digest: digestOf(algorithm),
    issuerNameHash: contentsOf(name, 0x04),
    issuerKeyHash: contentsOf(key, 0x04),
    serialNumber: hex(readUnsigned(serial)),
    encoded: given?.encoded ?? new Uint8Array(),
  }
}

/** By name and key: a renewed authority has both. */
export const isOfIssuer = ({ digest, issuerNameHash, issuerKeyHash }: CertificateId, issuer: X509Certificate) =>
  digest !== undefined &&
  compareBytes(hashWith(digest, subjectName(issuer.raw)), issuerNameHash) === 0 &&
  compareBytes(hashWith(digest, publicKeyBits(issuer)), issuerKeyHash) === 0

/** Extension (RFC 5280, 4.1). DER leaves `critical` out if it is false. */
export const extension = (id: string, value: Uint8Array, critical = false): Uint8Array =>
  der.sequence(der.oid(id), ...(critical ? [der.booleanTrue()] : []), der.octetString(value))

/** @returns contents of the extnValue; undefined without the extension */
export const valueIn = (extensions: DerElement | undefined, id: string): Uint8Array | undefined => {
  if (extensions === undefined) return undefined
  const found = children(extensions, 0x30).find((each) => readOid(children(each, 0x30)[0]) === id)
  return found && contentsOf(children(found, 0x30).at(-1), 0x04)
}

const taggedIn = (parts: readonly DerElement[], identifier: number): DerElement | undefined => {
  const found = parts.find((part) => part.identifier === identifier)
  return found && children(found, identifier)[0]
}

/**
 * OCSPRequest (4.1.1) for one certificate.
 * @param nonce random bytes
 */
export const encodeOcspRequest = (id: Uint8Array, nonce: Uint8Array): Uint8Array =>
  der.sequence(
    der.sequence(
      der.sequence(der.sequence(id)),
      der.explicit(2, der.sequence(extension(oids.ocspNonce, der.octetString(nonce)))),
    ),
  )

/**
 * Reads an OCSPRequest (RFC 6960, 4.1.1).
 *
 * @throws SignatureError ASN1_MALFORMED, also for too many ids or too long a nonce
 */
export const decodeOcspRequest = (encoded: Uint8Array): OcspRequest => {
  const [tbs] = children(readDer(encoded), 0x30)
  const parts = children(tbs, 0x30)
  const list = parts.find(({ identifier }) => identifier === 0x30)
  const requests = children(list, 0x30)
  if (requests.length === 0 || requests.length > REQUESTS_MAX) throw malformedAsn1('it asks about none, or too many')
  const nonce = valueIn(taggedIn(parts, 0xa2), oids.ocspNonce)
  if (nonce !== undefined && nonce.length > NONCE_MAX) throw malformedAsn1('the nonce is too long')
  return { ids: requests.map((request) => readCertificateId(children(request, 0x30)[0])), nonce }
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
  if (status.kind === 'good') return der.element(0x80)
  if (status.kind === 'unknown') return der.element(0x82)
  const reason = der.element(0x0a, Uint8Array.of(status.reason))
  return der.implicit(1, der.sequence(der.generalizedTime(status.at), der.explicit(0, reason)))
}

/**
 * Signs an OCSPResponse (RFC 6960, 4.2.1) and adds the responder's certificate.
 *
 * @returns DER
 */
export const encodeOcspResponse = async (responder: OcspResponder, answer: OcspAnswer): Promise<Uint8Array> => {
  const { nonce, producedAt, nextUpdate, statuses } = answer
  const singles = statuses.map(({ id, status }) =>
    der.sequence(
      id.encoded,
      encodeStatus(status),
      der.generalizedTime(producedAt),
      der.explicit(0, der.generalizedTime(nextUpdate)),
    ),
  )
  const keyHash = der.octetString(hashWith('sha1', publicKeyBits(responder.certificate)))
  const data = der.sequence(
    der.explicit(2, keyHash),
    der.generalizedTime(producedAt),
    der.sequence(...singles),
    ...(nonce === undefined ? [] : [der.explicit(1, der.sequence(extension(oids.ocspNonce, nonce)))]),
  )
  const { algorithm, value } = await signWith(responder.key, data)
  const certificates = der.explicit(0, der.sequence(new Uint8Array(responder.certificate.raw)))
  const basic = der.sequence(data, algorithm, der.element(0x03, Uint8Array.of(0), value), certificates)
  return der.sequence(
    der.element(0x0a, Uint8Array.of(0)),
    der.explicit(0, der.sequence(der.oid(oids.ocspBasic), der.octetString(basic))),
  )
}

/** An error OCSPResponse. */
export const encodeOcspRefusal = (status: number): Uint8Array => der.sequence(der.element(0x0a, Uint8Array.of(status)))

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
  const [at, reason] = children(given, 0xa1)
  const code = reason === undefined ? 0 : (contentsOf(children(reason, 0xa0)[0], 0x0a)[0] ?? 0)
  return { kind: 'revoked', at: readGeneralizedTime(at), reason: code }
}

const readSingle = (given: DerElement) => {
  const [id, status, thisUpdate, ...optional] = children(given, 0x30)
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
    nonce: valueIn(taggedIn(optional, 0xa1), oids.ocspNonce),
  }
}

/** The id-pkix-ocsp-nocheck extension (RFC 6960, 4.2.2.2.1). */
export const isNoCheck = (certificate: Uint8Array): boolean => extensionOf(certificate, oids.ocspNoCheck) !== undefined
