import type { PageRotation, PdfBox } from 'shared/contract'
import {
  ascii,
  dict,
  dictOf,
  encodeTextString,
  formatString,
  malformed,
  openPdf,
  type PdfDict,
  type PdfDocument,
  PdfError,
  type PdfRef,
  readBox,
  rotationOf,
  withEntries,
} from 'shared/pdf'
import { oids, SignatureError } from 'shared/pdf/cms'
import { buildSignedAttributes, buildSignedData, type SignatureScheme, sha256 } from '../cms/signed-data.ts'
import { addAppearance } from './appearance.ts'
import { inflateWithNode } from './inflate-node.ts'
import { startRevision } from './revision.ts'

export interface SignatureInput {
  /** The current revision, with the prepared field. */
  readonly document: Uint8Array
  readonly fieldName: string
  readonly signerName: string
  /** PNG of the drawn signature. */
  readonly appearancePng: Uint8Array
  readonly signedAt: Date
  readonly reason?: string
  /** DER, the signer's own first. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  /** Bytes to reserve for the CMS; `reservedSize` gives the usual value. */
  readonly reserved: number
}

export type ByteRange = readonly [number, number, number, number]

/** A signature that lacks only its value: what `completeSignature` fills in. */
export interface PreparedSignature {
  /** What to append to the document; the place of the signature is zeros. */
  readonly tail: Uint8Array
  readonly byteRange: ByteRange
  /** SHA-256 of the ranges. */
  readonly digest: Uint8Array
  /** DER that the signer signs. */
  readonly signedAttributes: Uint8Array
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  /** Place of the first hexadecimal digit in the tail. */
  readonly contentsOffset: number
  readonly reserved: number
}

const OVERHEAD_BYTES = 512
/** Largest DER of an ECDSA signature with P-256. */
const ECDSA_VALUE_BYTES = 72
const EMBEDDED_TOKEN_BYTES = 6 * 1024

/**
 * Bytes to reserve for a signature with these certificates and a token of the embedded authority: fixed maxima.
 * `valueBytes`: the longest signature value that the key makes.
 */
export const reservedSize = (certificates: readonly Uint8Array[], valueBytes = ECDSA_VALUE_BYTES): number =>
  certificates.reduce((sum, { length }) => sum + length, OVERHEAD_BYTES + valueBytes + EMBEDDED_TOKEN_BYTES)

/**
 * First phase: the revision that fills a prepared, empty signature field, and what is to be signed.
 * Throws `PdfError` where the field is missing or signed, `SignatureError` for an unusable picture.
 */
export function prepareSignature(input: SignatureInput): PreparedSignature {
  const document = openPdf(input.document, { inflate: inflateWithNode })
  const field = findEmptyField(document, input.fieldName)
  const revision = startRevision(document)
  const appearance = addAppearance(revision, {
    png: input.appearancePng,
    signerName: input.signerName,
    signedAt: input.signedAt,
    ...placeOf(document, field.dict),
  })
  const signature = revision.allocate()
  const template = signatureDictionary(input)
  revision.putRaw(signature, template.body)
  revision.put(field.ref, withEntries(field.dict, { V: signature, AP: dict({ N: appearance }) }))
  const built = revision.build()
  return seal(input, built.tail, built.bodyOffset(signature), template)
}

function findEmptyField(document: PdfDocument, fieldName: string): { ref: PdfRef; dict: PdfDict } {
  const field = document.signatureFields().find((candidate) => candidate.name === fieldName)
  if (field?.ref === undefined) throw new PdfError('PDF_FIELD_NOT_FOUND', `no signature field '${fieldName}'`)
  if (field.signed) throw new PdfError('PDF_FIELD_SIGNED', `the field '${fieldName}' is already signed`)
  return { ref: field.ref, dict: field.dict }
}

/** Rectangle of the widget, and the rotation that it was prepared with. */
function placeOf(document: PdfDocument, widget: PdfDict): { rect: PdfBox; rotate: PageRotation } {
  const rect = readBox(document.objects, document.objects.get(widget, 'Rect'))
  if (rect === undefined) throw malformed('the signature field has no usable /Rect')
  const characteristics = dictOf(document.objects, widget, 'MK')
  const degrees = characteristics === undefined ? null : document.objects.get(characteristics, 'R')
  const rotate = rotationOf(typeof degrees === 'number' ? degrees : 0)
  if (rotate === undefined) throw malformed('/MK /R of the signature field is no multiple of 90')
  return { rect, rotate }
}

interface Template {
  readonly body: Uint8Array
  /** Places in the body. */
  readonly byteRangeAt: number
  readonly contentsAt: number
}

const BYTE_RANGE_DIGITS = 10
const BYTE_RANGE = `[0 ${Array.from({ length: 3 }, () => '0'.repeat(BYTE_RANGE_DIGITS)).join(' ')}]`

/** D:YYYYMMDDHHmmSSZ (ISO 32000-1, 7.9.4). */
const pdfDate = (time: Date): string => `D:${time.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`

const text = (value: string): string => formatString({ kind: 'string', bytes: encodeTextString(value) })

/** The signature dictionary (12.8.1), written by hand so that the places to fill are known, not searched for. */
function signatureDictionary({ signerName, signedAt, reason, reserved }: SignatureInput): Template {
  const head = [
    '<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
    `/M (${pdfDate(signedAt)})`,
    `/Name ${text(signerName)}`,
    ...(reason === undefined ? [] : [`/Reason ${text(reason)}`]),
    '/ByteRange ',
  ].join('\n')
  const middle = '\n/Contents <'
  const body = ascii(`${head}${BYTE_RANGE}${middle}${'0'.repeat(reserved * 2)}>>>`)
  return { body, byteRangeAt: head.length, contentsAt: head.length + BYTE_RANGE.length + middle.length }
}

function seal(input: SignatureInput, tail: Uint8Array, bodyAt: number, template: Template): PreparedSignature {
  const { document, certificates, reserved } = input
  const contentsOffset = bodyAt + template.contentsAt
  const gapStart = document.length + contentsOffset - 1
  const gapEnd = gapStart + reserved * 2 + 2
  const byteRange: ByteRange = [0, gapStart, gapEnd, document.length + tail.length - gapEnd]
  const written = `[0 ${byteRange
    .slice(1)
    .map((value) => String(value).padEnd(BYTE_RANGE_DIGITS))
    .join(' ')}]`
  tail.set(ascii(written), bodyAt + template.byteRangeAt)
  const digest = sha256(document, tail.subarray(0, contentsOffset - 1), tail.subarray(gapEnd - document.length))
  return {
    tail,
    byteRange,
    digest,
    signedAttributes: buildSignedAttributes({ contentType: oids.data, digest, certificate: certificates[0] }),
    certificates,
    contentsOffset,
    reserved,
  }
}

/**
 * Second phase: puts the signature value and its time-stamp token into the reserved place and answers the tail.
 * Throws `SIGNATURE_TOO_LARGE` where they do not fit; the message gives the size needed.
 */
export function completeSignature(
  prepared: PreparedSignature,
  value: Uint8Array,
  timeStampToken: Uint8Array,
  scheme: SignatureScheme = 'ecdsa',
): Uint8Array {
  const { certificates, signedAttributes, contentsOffset, reserved } = prepared
  const cms = buildSignedData({ contentType: oids.data, certificates, signedAttributes, value, timeStampToken, scheme })
  if (cms.length > reserved) {
    throw new SignatureError('SIGNATURE_TOO_LARGE', `the signature takes ${cms.length} of ${reserved} bytes`)
  }
  const tail = Uint8Array.from(prepared.tail)
  tail.set(ascii(Buffer.from(cms).toString('hex')), contentsOffset)
  return tail
}
