import { ascii } from '../../syntax/index.ts'

export interface TextPdfOptions {
  /** Further entries of the trailer. */
  readonly trailer?: string
  /** Without a cross-reference table: such a file is damaged. */
  readonly damaged?: boolean
}

/** A file of these objects, numbered from 1, of which the first is the catalog. */
export const textPdf = (
  objects: readonly string[],
  { trailer = '', damaged = false }: TextPdfOptions = {},
): Uint8Array => {
  let text = '%PDF-1.6\n'
  const entries = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n\r\n`
  })
  const start = text.length
  const table = damaged ? '' : `xref\n0 ${objects.length + 1}\n0000000000 65535 f\r\n${entries.join('')}`
  const end = `trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return ascii(text + table + end)
}

/** A catalog and one page; `page` are further entries of it. */
export const onePage = (catalog = '', page = ''): string[] => [
  `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
  '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>> ${page}>>`,
]

/** A stream object. */
export const streamOf = (data: string, entries = ''): string =>
  `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`
