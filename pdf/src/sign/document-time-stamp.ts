import {
  openPdf,
  type PdfDocument,
  pdfArray,
  pdfDict,
  pdfName,
  pdfString,
  textString,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { startRevision } from '../write/revision.ts'
import type { ValidationEvidence } from './collect-evidence.ts'
import { fillByteRange, type SignaturePlaceholder, signatureTemplate } from './placeholder.ts'
import type { PrefixHash } from './prefix-hash.ts'
import { addToPage, formWith, pageRef } from './prepare-fields.ts'
import { addSecurityStore } from './security-store.ts'

/** Print and Locked (ISO 32000-1, 12.5.3). */
const WIDGET_FLAGS = 4 + 128
/** A number follows: a document can be sealed again. */
const FIELD_PREFIX = 'trazo-seal-'

const freeName = (document: PdfDocument): string => {
  const taken = new Set(document.signatureFields().map((field) => field.name))
  let number = 1
  while (taken.has(`${FIELD_PREFIX}${number}`)) number++
  return `${FIELD_PREFIX}${number}`
}

interface TimeStampContent {
  /** Hexadecimal, and the private entry that holds it. */
  readonly logHead: string
  readonly logHeadKey: string
  /** Bytes for the token. */
  readonly reserved: number
  readonly prefix: PrefixHash
}

export interface PreparedTimeStamp extends SignaturePlaceholder {
  readonly fieldName: string
}

/**
 * Appends evidence and a document time stamp without its token (ISO 32000-2, 12.8.5). The field is invisible, on page
 * 1.
 *
 * @param bytes the document, fully signed
 * @returns the bytes to append, and the SHA-256 to be stamped
 */
export const prepareTimeStamp = (
  bytes: Uint8Array,
  evidence: ValidationEvidence,
  { logHead, logHeadKey, reserved, prefix }: TimeStampContent,
): PreparedTimeStamp => {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const revision = startRevision(document)
  const fieldName = freeName(document)
  const value = revision.allocate()
  const head = revision.format(value, pdfString(Buffer.from(logHead, 'hex')))
  const template = signatureTemplate(
    ['/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /V 0', `/${logHeadKey} ${head}`],
    reserved,
  )
  revision.putRaw(value, template.body)
  const field = revision.add(
    pdfDict({
      Type: pdfName('Annot'),
      Subtype: pdfName('Widget'),
      FT: pdfName('Sig'),
      T: textString(fieldName),
      F: WIDGET_FLAGS,
      Rect: pdfArray([0, 0, 0, 0]),
      P: pageRef(document, 1),
      V: value,
    }),
  )
  addToPage(document, revision, 1, [field])
  const entries = { ...formWith(document, revision, [field]), ...addSecurityStore(document, revision, evidence) }
  revision.put(document.catalogRef, withEntries(document.catalog, entries))
  const built = revision.build()
  const place = { document: bytes, prefix, tail: built.tail, bodyAt: built.bodyOffset(value) }
  return { ...fillByteRange(place, template), fieldName }
}
