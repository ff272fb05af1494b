import { objectIdentifiers } from '../cms/index.ts'
import { buildSignedAttributes, buildSignedData, type SignatureScheme } from '../cms/node/signed-data.ts'
import type { PageRotation, PdfBox } from '../syntax/index.ts'
import {
  asciiBytes,
  malformedPdf,
  openPdf,
  type PdfDict,
  type PdfDocument,
  PdfError,
  type PdfRef,
  type PdfString,
  pdfDict,
  pdfName,
  pdfString,
  readBox,
  textString,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { hasStructure } from '../tags/index.ts'
import { startRevision } from '../write/revision.ts'
import { addAppearance } from './appearance.ts'
import { type FormFill, fillFormFields, lockEntries, lockedNames } from './fill-form-fields.ts'
import { widgetRotation } from './form-widgets.ts'
import {
  fillByteRange,
  fillContents,
  type SignaturePlaceholder,
  type SignatureTemplate,
  signatureTemplate,
} from './placeholder.ts'
import { hashPrefix, type PrefixHash } from './prefix-hash.ts'

/** Everything that goes into one signature; the same input gives the same bytes. */
export interface SignatureInput {
  /** The current revision, with the prepared field. */
  readonly document: Uint8Array
  readonly prefix?: PrefixHash
  readonly fieldName: string
  readonly signerName: string
  readonly appearancePng: Uint8Array
  readonly signedAt: Date
  readonly caption: string
  readonly reason?: string
  /** DER, the signer's own first. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  /** Bytes for the CMS, as from `reservedSize`. */
  readonly reserved: number
  readonly fills?: readonly FormFill[]
}

/** Between the phases: a card may sign minutes later, in another process. */
export interface PreparedSignature extends SignaturePlaceholder {
  /** DER to sign. */
  readonly signedAttributes: Uint8Array
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
}

/** Bytes of CMS besides certificates, value and token. */
const OVERHEAD_BYTES = 512
/** Largest P-256 ECDSA-Sig-Value, DER. */
const ECDSA_VALUE_BYTES = 72
/** Token of the platform's own authority, with its certificates. */
export const EMBEDDED_TOKEN_BYTES = 6 * 1024
/** External authorities have longer chains. */
export const EXTERNAL_TOKEN_BYTES = 12 * 1024

/** Maxima in bytes, without the certificates. */
export interface ReserveOptions {
  /** Signature value. */
  readonly valueBytes?: number
  /** Time-stamp token; default: the platform's. */
  readonly tokenBytes?: number
}

/**
 * Bytes to reserve, from fixed maxima and never from a trial signature.
 *
 * @param certificates DER, in the CMS
 */
export const reservedSize = (
  certificates: readonly Uint8Array[],
  { valueBytes = ECDSA_VALUE_BYTES, tokenBytes = EMBEDDED_TOKEN_BYTES }: ReserveOptions = {},
): number => certificates.reduce((sum, { length }) => sum + length, OVERHEAD_BYTES + valueBytes + tokenBytes)

/**
 * Prepares a PAdES signature, phase 1: fills an empty signature field and leaves room for the value.
 *
 * The key may be anywhere: sign `signedAttributes`, get a time stamp over the value, and call `completeSignature`.
 *
 * @param input the same input gives the same bytes, so a second process can repeat this phase
 * @returns the bytes to append, without the value, and the DER to sign (ISO 32000-2, 12.8.3.4; ETSI EN 319 142-1, 6)
 * @throws PdfError PDF_FIELD_NOT_FOUND, PDF_FIELD_SIGNED, PDF_MALFORMED; SignatureError APPEARANCE_INVALID
 */
export function prepareSignature(input: SignatureInput): PreparedSignature {
  const document = openPdf(input.document, { inflate: inflateWithNode })
  const field = findEmptyField(document, input.fieldName)
  const revision = startRevision(document)
  const appearance = addAppearance(revision, {
    png: input.appearancePng,
    signerName: input.signerName,
    caption: input.caption,
    embedsFonts: hasStructure(document),
    ...fieldPlace(document, field.dict),
  })
  const signature = revision.allocate()
  const names = lockedNames(document, field.dict)
  fillFormFields(document, revision, { names, fills: input.fills ?? [] })
  const format: FormatValue = (value) => revision.format(signature, value)
  const template = signatureDictionary(input, format, lockReference(document, names))
  revision.putRaw(signature, template.body)
  revision.put(field.ref, withEntries(field.dict, { V: signature, AP: pdfDict({ N: appearance }) }))
  const built = revision.build()
  const { document: bytes, prefix = hashPrefix(bytes) } = input
  const place = { document: bytes, prefix, tail: built.tail, bodyAt: built.bodyOffset(signature) }
  const placeholder = fillByteRange(place, template)
  const { digest } = placeholder
  const [certificate] = input.certificates
  const signedAttributes = buildSignedAttributes({ contentType: objectIdentifiers.data, digest, certificate })
  return { ...placeholder, signedAttributes, certificates: input.certificates }
}

function findEmptyField(document: PdfDocument, fieldName: string): { ref: PdfRef; dict: PdfDict } {
  const field = document.signatureFields().find((candidate) => candidate.name === fieldName)
  if (field?.ref === undefined) throw new PdfError('PDF_FIELD_NOT_FOUND', `no signature field '${fieldName}'`)
  if (field.signed) throw new PdfError('PDF_FIELD_SIGNED', `the field '${fieldName}' is already signed`)
  return { ref: field.ref, dict: field.dict }
}

/**
 * Fills and locks a signer's form fields without signing, for signatures that another program makes.
 *
 * @returns the bytes to append
 * @throws PdfError PDF_FIELD_NOT_FOUND
 */
export function fillSignersForm(bytes: Uint8Array, fieldName: string, fills: readonly FormFill[]): Uint8Array {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const names = lockedNames(document, findEmptyField(document, fieldName).dict)
  const revision = startRevision(document)
  fillFormFields(document, revision, { names, fills })
  return revision.build().tail
}

/** With the rotation at preparation. */
function fieldPlace(document: PdfDocument, widget: PdfDict): { rect: PdfBox; rotate: PageRotation } {
  const rect = readBox(document.objects, document.objects.get(widget, 'Rect'))
  if (rect === undefined) throw malformedPdf('the signature field has no usable /Rect')
  const rotate = widgetRotation(document, widget)
  if (rotate === undefined) throw malformedPdf('/MK /R of the signature field is no multiple of 90')
  return { rect, rotate }
}

/** D:YYYYMMDDHHmmSSZ (ISO 32000-1, 7.9.4). */
const pdfDate = (time: Date): string => `D:${time.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`

/** Encrypted like the document. */
type FormatValue = (value: PdfDict | PdfString) => string

const lockReference = ({ catalogRef }: PdfDocument, names: readonly string[]): PdfDict[] => {
  if (names.length === 0) return []
  const parameters = pdfDict({ Type: pdfName('TransformParams'), V: pdfName('1.2'), ...lockEntries(names) })
  const reference = pdfDict({
    Type: pdfName('SigRef'),
    TransformMethod: pdfName('FieldMDP'),
    TransformParams: parameters,
    Data: catalogRef,
  })
  return [reference]
}

const signatureDictionary = (
  { signerName, signedAt, reason, reserved }: SignatureInput,
  format: FormatValue,
  references: readonly PdfDict[],
): SignatureTemplate =>
  signatureTemplate(
    [
      '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
      `/M ${format(pdfString(asciiBytes(pdfDate(signedAt))))}`,
      `/Name ${format(textString(signerName))}`,
      ...(reason === undefined ? [] : [`/Reason ${format(textString(reason))}`]),
      ...references.map((reference) => `/Reference [${format(reference)}]`),
    ],
    reserved,
  )

/**
 * Completes a signature, phase 2: inserts value and time-stamp token into the reserved room.
 *
 * @param value ECDSA-Sig-Value (DER) or the RSA integer, over `prepared.signedAttributes`
 * @param timeStampToken DER, over `value` (RFC 3161)
 * @returns the bytes to append
 * @throws SignatureError SIGNATURE_TOO_LARGE with the needed size
 */
export function completeSignature(
  prepared: PreparedSignature,
  value: Uint8Array,
  timeStampToken: Uint8Array,
  scheme: SignatureScheme = 'ecdsa',
): Uint8Array {
  const { certificates, signedAttributes } = prepared
  const cms = buildSignedData({
    contentType: objectIdentifiers.data,
    certificates,
    signedAttributes,
    value,
    timeStampToken,
    scheme,
  })
  return fillContents(prepared, cms)
}
