import type { X509Certificate } from 'node:crypto'
import * as der from '../der-writer.ts'
import {
  compareBytes,
  type DerElement,
  derChildren,
  derContents,
  extensionOf,
  objectIdentifiers,
  readGeneralizedTime,
  readOid,
  readSmallInteger,
  readUnsigned,
  SignatureError,
  subjectName,
} from '../index.ts'
import { readTstInfo } from '../structures.ts'
import { digestAlgorithm, type StrongDigest, strongDigestOf } from './algorithms.ts'
import { buildSignedAttributes, buildSignedData, sha256Of } from './signed-data.ts'
import type { KeySigner } from './signer.ts'
import { type CertificateTrust, verifyChain, verifySignedData } from './verify-signed-data.ts'

const timestampRefused = (message: string): SignatureError => new SignatureError('TIMESTAMP_REFUSED', message)

/** Key and certificates of the authority that stamps. */
export interface TimeStampAuthority {
  readonly signer: KeySigner
  /** DER, the authority's own first. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  readonly policy: string
}

export interface TimeStampInput {
  readonly imprint: MessageImprint
  /** Big-endian, non-negative. */
  readonly nonce: Uint8Array | undefined
  /** The client decides (RFC 3161). */
  readonly withCertificates?: boolean
  readonly time: Date
  /** Big-endian, unique per authority. */
  readonly serialNumber: Uint8Array
}

/** The hash of what is stamped, never the data itself. */
export interface MessageImprint {
  readonly digest: StrongDigest
  readonly hash: Uint8Array
}

export const sha256Imprint = (hash: Uint8Array): MessageImprint => ({ digest: 'sha256', hash })

/** RFC 3161, 2.4.1. */
export const messageImprint = ({ digest, hash }: MessageImprint): Uint8Array =>
  der.derSequence(digestAlgorithm(digest), der.octetString(hash))

const DIGEST_BYTES: Readonly<Record<StrongDigest, number>> = { sha256: 32, sha384: 48, sha512: 64 }

/**
 * Reads a MessageImprint (RFC 3161, 2.4.1).
 *
 * @throws SignatureError TIMESTAMP_REFUSED for a digest weaker than SHA-256, or a wrong length
 */
export function readImprint(given: DerElement | undefined): MessageImprint {
  const [algorithm, value] = derChildren(given, 0x30)
  const digest = strongDigestOf(algorithm)
  if (digest === undefined) throw timestampRefused('the imprint is not SHA-256 or better')
  const hash = derContents(value, 0x04)
  if (hash.length !== DIGEST_BYTES[digest]) throw timestampRefused('the imprint has the wrong length')
  return { digest, hash }
}

/** In the token (RFC 3161, 2.4.2). */
const ACCURACY_SECONDS = 1

function encodeTstInfo(input: TimeStampInput, policy: string, authority: Uint8Array): Uint8Array {
  return der.derSequence(
    der.derInteger(1),
    der.derOid(policy),
    messageImprint(input.imprint),
    der.unsignedInteger(input.serialNumber),
    der.generalizedTime(input.time),
    der.derSequence(der.derInteger(ACCURACY_SECONDS)),
    ...(input.nonce === undefined ? [] : [der.unsignedInteger(input.nonce)]),
    // GeneralName is a CHOICE, so both tags are explicit.
    der.derExplicit(0, der.derElement(0xa4, subjectName(authority))),
  )
}

/**
 * Issues a TimeStampToken (RFC 3161, 2.4.2) with ESSCertIDv2 (RFC 5816).
 *
 * @returns DER
 */
export async function createTimeStampToken(authority: TimeStampAuthority, input: TimeStampInput): Promise<Uint8Array> {
  const [certificate] = authority.certificates
  const content = encodeTstInfo(input, authority.policy, certificate)
  const signedAttributes = buildSignedAttributes({
    contentType: objectIdentifiers.tstInfo,
    digest: sha256Of(content),
    certificate,
  })
  const value = await authority.signer.sign(signedAttributes)
  return buildSignedData({
    contentType: objectIdentifiers.tstInfo,
    content,
    certificates: authority.certificates,
    ...(input.withCertificates === false ? { withCertificates: false } : {}),
    signedAttributes,
    value,
  })
}

/** Contents of a token (TSTInfo). */
export interface TimeStampInfo {
  readonly policy: string
  readonly imprint: MessageImprint
  readonly serialNumber: Uint8Array
  readonly time: Date
  readonly accuracySeconds: number
  readonly nonce: Uint8Array | undefined
}

function decodeTstInfo(encoded: Uint8Array): TimeStampInfo {
  const { version, policy, imprint, serial, time, optional } = readTstInfo(encoded)
  if (readSmallInteger(version) !== 1) throw timestampRefused('unknown version of the token')
  const nonce = optional.find(({ identifier }) => identifier === 0x02)
  const accuracy = optional.find(({ identifier }) => identifier === 0x30)
  const seconds = accuracy && derChildren(accuracy, 0x30).find(({ identifier }) => identifier === 0x02)
  return {
    policy: readOid(policy),
    imprint: readImprint(imprint),
    serialNumber: readUnsigned(serial),
    time: readGeneralizedTime(time),
    accuracySeconds: seconds === undefined ? 0 : readSmallInteger(seconds),
    nonce: nonce && readUnsigned(nonce),
  }
}

/** Requirements for a token; a client must check all of them (RFC 3161, 2.2). */
export interface TimeStampExpectation {
  /** SHA-256 of the stamped data. */
  readonly imprint: Uint8Array
  /** From the request; checked if given. */
  readonly nonce?: Uint8Array
  readonly policy?: string
  /** Roots and intermediates; the token's certificates are added. */
  readonly trust: CertificateTrust
}

export interface CheckedTimeStamp extends TimeStampInfo {
  readonly authority: X509Certificate
}

/**
 * Verifies signature, ESSCertIDv2, imprint, nonce, policy and chain at the token's own time. The certificate needs a
 * critical extended key usage of timeStamping only (RFC 3161, 2.3).
 *
 * @param token DER
 * @throws SignatureError TIMESTAMP_REFUSED, SIGNATURE_INVALID, ASN1_MALFORMED
 */
export function checkTimeStampToken(token: Uint8Array, expected: TimeStampExpectation): CheckedTimeStamp {
  const signed = verifySignedData(token)
  if (signed.contentType !== objectIdentifiers.tstInfo || signed.content === undefined)
    throw timestampRefused('not a time-stamp token')
  const info = decodeTstInfo(signed.content)
  const { digest, hash } = info.imprint
  if (digest !== 'sha256' || compareBytes(hash, expected.imprint) !== 0)
    throw timestampRefused('the token stamps something else')
  if (expected.nonce !== undefined && !sameNonce(info.nonce, expected.nonce)) {
    throw timestampRefused('the token does not echo the nonce')
  }
  if (expected.policy !== undefined && info.policy !== expected.policy)
    throw timestampRefused('the token has another policy')
  if (!hasOnlyCriticalTimeStamping(signed.signer)) throw timestampRefused('the certificate is not that of an authority')
  const { roots, intermediates } = expected.trust
  verifyChain(signed.signer, [...signed.certificates, ...intermediates], roots, info.time)
  return { ...info, authority: signed.signer }
}

const sameNonce = (found: Uint8Array | undefined, expected: Uint8Array): boolean =>
  found !== undefined && compareBytes(der.unsignedInteger(found), der.unsignedInteger(expected)) === 0

/** RFC 3161, 2.3. */
function hasOnlyCriticalTimeStamping(certificate: X509Certificate): boolean {
  const usage = extensionOf(certificate.raw, objectIdentifiers.extendedKeyUsage)
  return (
    usage?.critical === true &&
    compareBytes(usage.value, der.derSequence(der.derOid(objectIdentifiers.timeStamping))) === 0
  )
}
