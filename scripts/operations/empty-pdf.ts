/** One empty page. */
export const emptyPdf = (): string => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
  ]
  const bodies = objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  const header = '%PDF-1.7\n'
  const starts = bodies.map((_, index) => header.length + bodies.slice(0, index).join('').length)
  const table = ['0000000000 65535 f ', ...starts.map((start) => `${String(start).padStart(10, '0')} 00000 n `)]
  const end = header.length + bodies.join('').length
  const trailer = `trailer\n<< /Size ${table.length} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`
  return `${header}${bodies.join('')}xref\n0 ${table.length}\n${table.join('\n')}\n${trailer}`
}
