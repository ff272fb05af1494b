import { asciiBytes, concatBytes } from '../syntax/index.ts'
import { documentEnd } from './xref-section.ts'

interface PlainDocumentOptions {
  /** Default: those of PDF 1.7. */
  readonly header?: string
  /** Trailer entries in addition to /Size and /Root. */
  readonly trailer?: string
}

/**
 * @param objects bodies, numbered from 1; the first is the
 * catalog
 */
export const plainDocument = (
  objects: readonly string[],
  { header = '%PDF-1.7\n', trailer = '' }: PlainDocumentOptions = {},
): Uint8Array => {
  let text = header
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = `<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>`
  return concatBytes([asciiBytes(text), documentEnd(offsets, entries, text.length)])
}
