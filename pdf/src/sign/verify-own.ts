import type { X509Certificate } from 'node:crypto'
import { oids, readPrefix, SignatureError } from '../cms/index.ts'
import { type SignatureScheme, sha256 } from '../cms/node/signed-data.ts'
import { type CheckedTimeStamp, checkTimeStampToken } from '../cms/node/timestamp.ts'
import { type CertificateTrust, verifyChain, verifySignedData } from '../cms/node/verify-signed-data.ts'
import { isArray, isNamed, isString, openPdf, type PdfDict, type PdfDocument } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { hashPrefix, type PrefixHash } from './prefix-hash.ts'

export interface OwnSignatureExpectation {
  readonly fieldName: string
  /** Only these roots and intermediates are used. */
  readonly trust: CertificateTrust
  /** Bytes before the signature's revision. */
  readonly previousLength: number
  /** Of the previous revision; computed if undefined. */
  readonly prefix?: PrefixHash
  /** For the time-stamp authority. */
  readonly timeStampTrust: CertificateTrust
}

export interface OwnSignature {
  readonly signer: X509Certificate
  readonly scheme: SignatureScheme
  readonly timeStamp: CheckedTimeStamp
}

const invalid = (message: string): SignatureError => new SignatureError('SIGNATURE_INVALID', message)

/**
 * Verifies the newest signature: coverage of the whole file,
 * digest, value, certificates and time stamp.
 * @throws PdfError; SignatureError SIGNATURE_INVALID,
 * TIMESTAMP_REFUSED, ASN1_MALFORMED
 */
export function verifyOwn(bytes: Uint8Array, expected: OwnSignatureExpectation): OwnSignature {
  const { contents: cms, digest } = readOwn(bytes, expected, 'ETSI.CAdES.detached')
  const signed = verifySignedData(cms, digest)
  if (signed.contentType !== oids.data || signed.content !== undefined) throw invalid('the signature is not detached')
  if (signed.timeStampToken === undefined) throw invalid('the signature has no time stamp')
  const { trust, timeStampTrust } = expected
  const timeStamp = checkTimeStampToken(signed.timeStampToken, { imprint: sha256(signed.value), trust: timeStampTrust })
  verifyChain(signed.signer, trust.intermediates, trust.roots, timeStamp.time)
  return { signer: signed.signer, scheme: signed.scheme, timeStamp }
}

export interface DocumentTimeStampExpectation {
  readonly fieldName: string
  /** Bytes before the time stamp's revision. */
  readonly previousLength: number
  /** Of the previous revision; computed if undefined. */
  readonly prefix?: PrefixHash
  readonly trust: CertificateTrust
}

/** Verifies a document time stamp (ETSI EN 319 142-1, 5.4.3). */
export function verifyDocumentTimeStamp(bytes: Uint8Array, expected: DocumentTimeStampExpectation): CheckedTimeStamp {
  const { contents, digest } = readOwn(bytes, expected, 'ETSI.RFC3161')
  return checkTimeStampToken(contents, { imprint: digest, trust: expected.trust })
}

/** The value is without padding. */
function readOwn(
  bytes: Uint8Array,
  { fieldName, previousLength, prefix }: Pick<OwnSignatureExpectation, 'fieldName' | 'previousLength' | 'prefix'>,
  subFilter: 'ETSI.CAdES.detached' | 'ETSI.RFC3161',
): { readonly contents: Uint8Array; readonly digest: Uint8Array } {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const signature = document.signatureFields().find(({ name }) => name === fieldName)?.value
  if (signature === undefined) throw invalid(`the field '${fieldName}' holds no signature`)
  if (!isNamed(document.objects.get(signature, 'SubFilter'), subFilter)) throw invalid(`not one of ${subFilter}`)
  const [start, end] = coverage(document, signature, previousLength)
  const contents = document.objects.get(signature, 'Contents')
  if (!isString(contents)) throw invalid('/Contents is not a string')
  checkGap(bytes, start, end, contents.bytes)
  const value = readPrefix(contents.bytes).encoded
  if (contents.bytes.subarray(value.length).some((byte) => byte !== 0)) throw invalid('something follows the signature')
  const before = prefix ?? hashPrefix(bytes.subarray(0, previousLength))
  return { contents: value, digest: before.digestWith(bytes.subarray(previousLength, start), bytes.subarray(end)) }
}

/** The ranges must cover all but the gap, in the appended bytes. */
function coverage(document: PdfDocument, signature: PdfDict, previousLength: number): [number, number] {
  const range = document.objects.get(signature, 'ByteRange')
  const [first, start, end, rest, ...others] = isArray(range) ? range.items : []
  if (typeof start !== 'number' || typeof end !== 'number' || typeof rest !== 'number' || others.length > 0) {
    throw invalid('invalid /ByteRange')
  }
  if (first !== 0 || end + rest !== document.bytes.length) throw invalid('the signature does not cover the whole file')
  if (start < previousLength || end <= start) throw invalid('the gap lies outside the appended bytes')
  return [start, end]
}

/** The gap must be exactly /Contents as `<hex>`. */
function checkGap(bytes: Uint8Array, start: number, end: number, contents: Uint8Array): void {
  const gap = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
  if (gap !== `<${Buffer.from(contents).toString('hex')}>`) throw invalid('the gap is not the signature’s own string')
}
