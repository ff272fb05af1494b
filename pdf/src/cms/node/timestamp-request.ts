import {
  booleanTrue,
  derChildren,
  derContents,
  derElement,
  derInteger,
  derSequence,
  readDer,
  readOid,
  readSmallInteger,
  readUnsigned,
  SignatureError,
  unsignedInteger,
} from '../index.ts'
import { type MessageImprint, messageImprint, readImprint } from './timestamp.ts'

/** TimeStampReq (RFC 3161, 2.4.1), read from a client. */
export interface TimeStampRequest {
  readonly imprint: MessageImprint
  /** Big-endian, non-negative. */
  readonly nonce: Uint8Array | undefined
  /** Include the authority's certificate (certReq). */
  readonly wantsCertificate: boolean
  readonly policy: string | undefined
  /** Unsupported. */
  readonly hasExtensions: boolean
}

/**
 * Builds a TimeStampReq (RFC 3161, 2.4.1) that asks for the certificate (certReq).
 *
 * @returns DER
 */
export const encodeTimeStampRequest = ({ imprint, nonce }: Pick<TimeStampRequest, 'imprint' | 'nonce'>): Uint8Array =>
  derSequence(
    derInteger(1),
    messageImprint(imprint),
    ...(nonce === undefined ? [] : [unsignedInteger(nonce)]),
    booleanTrue(),
  )

/**
 * Reads a TimeStampReq (RFC 3161, 2.4.1).
 *
 * @param encoded DER
 * @throws SignatureError ASN1_MALFORMED; TIMESTAMP_REFUSED for a weak imprint or another version
 */
export function decodeTimeStampRequest(encoded: Uint8Array): TimeStampRequest {
  const [version, imprint, ...optional] = derChildren(readDer(encoded), 0x30)
  if (readSmallInteger(version) !== 1) throw new SignatureError('TIMESTAMP_REFUSED', 'unknown version of the request')
  const nonce = optional.find(({ identifier }) => identifier === 0x02)
  const policy = optional.find(({ identifier }) => identifier === 0x06)
  const wanted = optional.find(({ identifier }) => identifier === 0x01)
  return {
    imprint: readImprint(imprint),
    nonce: nonce && readUnsigned(nonce),
    wantsCertificate: wanted !== undefined && derContents(wanted, 0x01)[0] === 0xff,
    policy: policy && readOid(policy),
    hasExtensions: optional.some(({ identifier }) => identifier === 0xa0),
  }
}

/** PKIFailureInfo bit numbers (2.4.2). */
export const timeStampFailures = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const

export type TimeStampFailure = keyof typeof timeStampFailures

/**
 * Builds a granted TimeStampResp (RFC 3161, 2.4.2).
 *
 * @param token DER
 */
export const encodeTimeStampResponse = (token: Uint8Array): Uint8Array => derSequence(derSequence(derInteger(0)), token)

const namedBit = (bit: number): Uint8Array => {
  const bytes = new Uint8Array(Math.floor(bit / 8) + 1)
  bytes[bytes.length - 1] = 0x80 >> (bit % 8)
  return derElement(0x03, Uint8Array.of(7 - (bit % 8)), bytes)
}

/**
 * TimeStampResp with status `rejection` (RFC 3161, 2.4.2).
 *
 * @param text for people who read logs
 */
export const encodeTimeStampRefusal = (failure: TimeStampFailure, text: string): Uint8Array => {
  const words = derSequence(derElement(0x0c, new TextEncoder().encode(text)))
  return derSequence(derSequence(derInteger(2), words, namedBit(timeStampFailures[failure])))
}

/**
 * Reads the token of a TimeStampResp: granted (0) or granted with modifications (1).
 *
 * @returns DER; check it with `checkTimeStampToken`
 * @throws SignatureError TIMESTAMP_REFUSED, ASN1_MALFORMED
 */
export function decodeTimeStampResponse(encoded: Uint8Array): Uint8Array {
  const [statusInfo, token] = derChildren(readDer(encoded), 0x30)
  const status = readSmallInteger(derChildren(statusInfo, 0x30)[0])
  if (status > 1 || token === undefined) {
    throw new SignatureError('TIMESTAMP_REFUSED', `the authority answered with status ${status}`)
  }
  return token.encoded
}
