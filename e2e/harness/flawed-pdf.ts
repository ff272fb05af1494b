const updated = (pdf: Buffer, catalog: string): Buffer => {
  const text = pdf.toString('latin1')
  const before = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]
  const size = /\/Size (\d+)/.exec(text)?.[1]
  if (!before || !size) throw new Error('not a PDF of makePdf')
  const object = `1 0 obj\n${catalog}\nendobj\n`
  const table = `xref\n1 1\n${String(text.length).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${before} >>\n`
  return Buffer.from(`${text}${object}${table}${trailer}startxref\n${text.length + object.length}\n%%EOF\n`, 'latin1')
}

export const withScript = (pdf: Buffer): Buffer =>
  updated(pdf, '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\("hola"\\)) >> >>')

/** Breaks the offsets: readers must scan for objects. */
export const withBrokenTable = (pdf: Buffer): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(/^\d{10} 00000 n $/gm, '0000000007 00000 n '), 'latin1')
