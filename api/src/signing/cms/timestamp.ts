import type { X509Certificate } from 'node:crypto'
import {
  booleanTrue,
  children,
  compareBytes,
  contentsOf,
  type DerElement,
  element,
  explicit,
  extensionOf,
  generalizedTime,
  integer,
  octetString,
  oid,
  oids,
  readDer,
  readGeneralizedTime,
  readOid,
  readSmallInteger,
  readUnsigned,
  SignatureError,
  sequence,
  subjectName,
  unsignedInteger,
} from 'shared/pdf/cms'
import { buildSignedAttributes, buildSignedData, sha256, sha256Algorithm } from './signed-data.ts'
import type { Signer } from './signer.ts'
import { verifyChain, verifySignedData } from './verify-signed-data.ts'

const refused = (message: string): SignatureError => new SignatureError('TIMESTAMP_REFUSED', message)

/** MessageImprint of a SHA-256 digest (RFC 3161, 2.4.1). */
const messageImprint = (imprint: Uint8Array): Uint8Array => sequence(sha256Algorithm(), octetString(imprint))

/** Reads a MessageImprint; any algorithm but SHA-256, above all SHA-1, is refused. */
function readImprint(given: DerElement | undefined): Uint8Array {
  const [algorithm, digest] = children(given, 0x30)
  if (readOid(children(algorithm, 0x30)[0]) !== oids.sha256) throw refused('the imprint is not SHA-256')
  const imprint = contentsOf(digest, 0x04)
  if (imprint.length !== 32) throw refused('the imprint has the wrong length')
  return imprint
}

export interface TimeStampRequest {
  /** SHA-256 of what is to be stamped. */
  readonly imprint: Uint8Array
  /** Big-endian, non-negative. */
  readonly nonce: Uint8Array | undefined
}

/** TimeStampReq (RFC 3161, 2.4.1) that asks for the authority's certificate. */
export const encodeTimeStampRequest = ({ imprint, nonce }: TimeStampRequest): Uint8Array =>
  sequence(integer(1), messageImprint(imprint), ...(nonce === undefined ? [] : [unsignedInteger(nonce)]), booleanTrue())

export function decodeTimeStampRequest(encoded: Uint8Array): TimeStampRequest {
  const [version, imprint, ...optional] = children(readDer(encoded), 0x30)
  if (readSmallInteger(version) !== 1) throw refused('unknown version of the request')
  const nonce = optional.find(({ identifier }) => identifier === 0x02)
  return { imprint: readImprint(imprint), nonce: nonce && readUnsigned(nonce) }
}

/** TimeStampResp that grants (RFC 3161, 2.4.2). */
export const encodeTimeStampResponse = (token: Uint8Array): Uint8Array => sequence(sequence(integer(0)), token)

/** The token of a TimeStampResp; anything but granted (0) or granted with modifications (1) is refused. */
export function decodeTimeStampResponse(encoded: Uint8Array): Uint8Array {
  const [statusInfo, token] = children(readDer(encoded), 0x30)
  const status = readSmallInteger(children(statusInfo, 0x30)[0])
  if (status > 1 || token === undefined) throw refused(`the authority answered with status ${status}`)
  return token.encoded
}

export interface TimeStampAuthority {
  readonly signer: Signer
  /** DER, the authority's own first. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  readonly policy: string
}

export interface TimeStampInput extends TimeStampRequest {
  readonly time: Date
  /** Big-endian, unique to the authority. */
  readonly serialNumber: Uint8Array
}

/** The accuracy that the token claims for its time. */
const ACCURACY_SECONDS = 1

function encodeTstInfo(input: TimeStampInput, policy: string, authority: Uint8Array): Uint8Array {
  return sequence(
    integer(1),
    oid(policy),
    messageImprint(input.imprint),
    unsignedInteger(input.serialNumber),
    generalizedTime(input.time),
    sequence(integer(ACCURACY_SECONDS)),
    ...(input.nonce === undefined ? [] : [unsignedInteger(input.nonce)]),
    // GeneralName is a CHOICE, so both its tag and the field's are explicit.
    explicit(0, element(0xa4, subjectName(authority))),
  )
}

/** A TimeStampToken (RFC 3161, 2.4.2) with ESSCertIDv2 (RFC 5816). */
export async function createTimeStampToken(authority: TimeStampAuthority, input: TimeStampInput): Promise<Uint8Array> {
  const [certificate] = authority.certificates
  const content = encodeTstInfo(input, authority.policy, certificate)
  const signedAttributes = buildSignedAttributes({ contentType: oids.tstInfo, digest: sha256(content), certificate })
  const value = await authority.signer.sign(signedAttributes)
  return buildSignedData({
    contentType: oids.tstInfo,
    content,
    certificates: authority.certificates,
    signedAttributes,
    value,
  })
}

export interface TimeStampInfo {
  readonly policy: string
  readonly imprint: Uint8Array
  readonly serialNumber: Uint8Array
  readonly time: Date
  readonly accuracySeconds: number
  readonly nonce: Uint8Array | undefined
}

function decodeTstInfo(encoded: Uint8Array): TimeStampInfo {
  const [version, policy, imprint, serial, time, ...optional] = children(readDer(encoded), 0x30)
  if (readSmallInteger(version) !== 1) throw refused('unknown version of the token')
  const nonce = optional.find(({ identifier }) => identifier === 0x02)
  const accuracy = optional.find(({ identifier }) => identifier === 0x30)
  const seconds = accuracy && children(accuracy, 0x30).find(({ identifier }) => identifier === 0x02)
  return {
    policy: readOid(policy),
    imprint: readImprint(imprint),
    serialNumber: readUnsigned(serial),
    time: readGeneralizedTime(time),
    accuracySeconds: seconds === undefined ? 0 : readSmallInteger(seconds),
    nonce: nonce && readUnsigned(nonce),
  }
}

export interface TimeStampExpectation {
  readonly imprint: Uint8Array
  /** Checked where it is given: what the request carried. */
  readonly nonce?: Uint8Array
  readonly policy?: string
  readonly root: X509Certificate
}

export interface CheckedTimeStamp extends TimeStampInfo {
  readonly authority: X509Certificate
}

/**
 * Verifies a token: signature, ESSCertIDv2, imprint, nonce, policy, the authority's certificate (critical extended key
 * usage timeStamping and nothing else) and its chain to the root at the time that the token states.
 */
export function checkTimeStampToken(token: Uint8Array, expected: TimeStampExpectation): CheckedTimeStamp {
  const signed = verifySignedData(token)
  if (signed.contentType !== oids.tstInfo || signed.content === undefined) throw refused('not a time-stamp token')
  const info = decodeTstInfo(signed.content)
  if (compareBytes(info.imprint, expected.imprint) !== 0) throw refused('the token stamps something else')
  if (expected.nonce !== undefined && !sameNonce(info.nonce, expected.nonce)) {
    throw refused('the token does not echo the nonce')
  }
  if (expected.policy !== undefined && info.policy !== expected.policy) throw refused('the token has another policy')
  if (!hasOnlyCriticalTimeStamping(signed.signer)) throw refused('the certificate is not that of an authority')
  verifyChain(signed.signer, signed.certificates, [expected.root], info.time)
  return { ...info, authority: signed.signer }
}

const sameNonce = (found: Uint8Array | undefined, expected: Uint8Array): boolean =>
  found !== undefined && compareBytes(unsignedInteger(found), unsignedInteger(expected)) === 0

/** The certificate says, critically, that it is for time stamps and nothing else (RFC 3161, 2.3). */
function hasOnlyCriticalTimeStamping(certificate: X509Certificate): boolean {
  const usage = extensionOf(certificate.raw, oids.extendedKeyUsage)
  return usage?.critical === true && compareBytes(usage.value, sequence(oid(oids.timeStamping))) === 0
}
