/** What a generated page looks like; lengths in points. */
export interface PdfPage {
  readonly text: string
  readonly width?: number
  readonly height?: number
  readonly rotate?: 0 | 90 | 180 | 270
}

/** Text of a PDF string: Latin-1 only, which is what Helvetica with WinAnsiEncoding shows. */
const literal = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

const A4 = { width: 595, height: 842 }

/** A small, clean PDF (cross-reference table, Helvetica) with one line of text on each page. */
export const makePdf = (pages: readonly PdfPage[]): Buffer => {
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap(({ text, width = A4.width, height = A4.height, rotate = 0 }, index) => {
      const content = `BT /F1 18 Tf 56 ${height - 90} Td ${literal(text)} Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} ` +
          `/Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const xref = body.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}
