import { isDict, isRef, isStream, openPdf, type PdfDocument, type PdfObject, type PdfStream, withEntries } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import type { ObjectSink } from 'pdf/write'
import { pdfFieldName } from '../../signing/write-signature.ts'

/** Width and height in pixels of the picture. */
export interface EmbeddedDrawing {
  readonly reference: PdfObject
  readonly width: number
  readonly height: number
}

const streamAt = (
  { objects }: PdfDocument,
  container: PdfObject,
  ...path: readonly string[]
): PdfStream | undefined => {
  let found: PdfObject = container
  for (const key of path) {
    const dictionary = isStream(found) ? found.dict : found
    if (!isDict(dictionary)) return undefined
    found = objects.get(dictionary, key)
  }
  return isStream(found) ? found : undefined
}

/** Our images reference only their soft mask. */
const copyPicture = (document: PdfDocument, picture: PdfStream, sink: ObjectSink): PdfObject => {
  const mask = picture.dict.entries.get('SMask')
  if (!isRef(mask)) return sink.add(picture)
  const copied = document.objects.resolve(mask)
  return sink.add({
    ...picture,
    dict: withEntries(picture.dict, { SMask: isStream(copied) ? sink.add(copied) : undefined }),
  })
}

/**
 * Copies the drawn signatures out of the final PDF, where they have been verified. A field without a drawing (a card,
 * another program) is left out.
 *
 * @param sink receives the pictures
 * @returns by field id
 */
export const copyDrawings = (
  pdf: Uint8Array,
  fieldIds: readonly number[],
  sink: ObjectSink,
): Map<number, EmbeddedDrawing> => {
  const document = openPdf(pdf, { inflate: inflateWithNode })
  const fields = new Map(document.signatureFields().map((field) => [field.name, field]))
  const drawings = new Map<number, EmbeddedDrawing>()
  for (const id of fieldIds) {
    const field = fields.get(pdfFieldName({ id }))
    const picture = field && streamAt(document, field.dict, 'AP', 'N', 'Resources', 'XObject', 'Drawing')
    const [width, height] = ['Width', 'Height'].map((key) => picture?.dict.entries.get(key))
    if (picture === undefined || typeof width !== 'number' || typeof height !== 'number') continue
    drawings.set(id, { reference: copyPicture(document, picture, sink), width, height })
  }
  return drawings
}
