import { asciiBytes, decodeLatin1 } from '../../syntax/index.ts'
import { plainDocument } from '../../write/plain-document.ts'

export interface TextPdfOptions {
  /** Further entries of the trailer. */
  readonly trailer?: string
  /** Without a cross-reference table. */
  readonly damaged?: boolean
}

/** Objects are numbered from 1; the first is the catalog. */
export const textPdf = (
  objects: readonly string[],
  { trailer = '', damaged = false }: TextPdfOptions = {},
): Uint8Array => {
  const whole = plainDocument(objects, { header: '%PDF-1.6\n', trailer })
  if (!damaged) return whole
  const text = decodeLatin1(whole)
  return asciiBytes(text.slice(0, text.lastIndexOf('\nxref\n') + 1) + text.slice(text.lastIndexOf('trailer\n')))
}

/** @param page further entries */
export const onePage = (catalog = '', page = ''): string[] => [
  `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
  '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>> ${page}>>`,
]

export const streamOf = (data: string, entries = ''): string =>
  `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`
