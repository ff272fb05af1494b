const updated = (pdf: Buffer, body: string, num = 1): Buffer => {
  const text = pdf.toString('latin1')
  const before = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]
  const size = /\/Size (\d+)/.exec(text)?.[1]
  if (!before || !size) throw new Error('not a PDF of makePdf')
  const object = `${num} 0 obj\n${body}\nendobj\n`
  const table = `xref\n${num} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${before} >>\n`
  return Buffer.from(`${text}${object}${table}${trailer}startxref\n${text.length + object.length}\n%%EOF\n`, 'latin1')
}

export const withScript = (pdf: Buffer): Buffer =>
  updated(pdf, '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\("hola"\\)) >> >>')

/** On the first page, one below the other. */
export const withLinks = (pdf: Buffer, addresses: readonly string[]): Buffer => {
  const [, num, page] = /(\d+) 0 obj\n(<< \/Type \/Page .*) >>\nendobj/.exec(pdf.toString('latin1')) ?? []
  if (num === undefined) throw new Error('not a PDF of makePdf')
  const links = addresses.map(
    (address, at) =>
      `<< /Type /Annot /Subtype /Link /Rect [50 ${600 - at * 40} 250 ${630 - at * 40}] /A << /S /URI /URI (${address}) >> >>`,
  )
  return updated(pdf, `${page} /Annots [${links.join(' ')}] >>`, Number(num))
}

/** Breaks the offsets: readers must scan for objects. */
export const withBrokenTable = (pdf: Buffer): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(/^\d{10} 00000 n $/gm, '0000000007 00000 n '), 'latin1')
