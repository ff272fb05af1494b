import { randomBytes } from 'node:crypto'
import { asciiBytes, concatBytes } from 'pdf'
import { documentEnd } from 'pdf/write'

export interface DocumentShape {
  readonly pages: number
  /** Per page; incompressible. */
  readonly imageBytes: number
}

export const buildDocument = ({ pages, imageBytes }: DocumentShape): Uint8Array => {
  const chunks: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: Uint8Array): void => {
    chunks.push(part)
    length += part.length
  }
  const object = (body: string, data?: Uint8Array): number => {
    offsets.push(length)
    write(asciiBytes(`${offsets.length} 0 obj\n${body}\n`))
    if (data !== undefined) write(concatBytes([asciiBytes('stream\n'), data, asciiBytes('\nendstream\n')]))
    write(asciiBytes('endobj\n'))
    return offsets.length
  }
  write(asciiBytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'))
  // The page tree refers to pages written later.
  const each = imageBytes > 0 ? 3 : 2
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * each} 0 R`)
  object('<</Type /Catalog /Pages 2 0 R>>')
  object(`<</Type /Pages /Count ${pages} /Kids [${kids.join(' ')}]>>`)
  object('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>')
  for (let page = 0; page < pages; page++) {
    const number = offsets.length + 1
    const picture = imageBytes > 0 ? `/XObject <</I ${number + 2} 0 R>>` : ''
    const resources = `/Resources <</Font <</F 3 0 R>> ${picture}>>`
    object(`<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${number + 1} 0 R>>`)
    const text = asciiBytes(
      `BT /F 12 Tf 72 770 Td (Cláusula ${page + 1}) Tj ET ${picture && 'q 300 0 0 300 72 400 cm /I Do Q'}`,
    )
    object(`<</Length ${text.length}>>`, text)
    if (imageBytes === 0) continue
    const format = '/ColorSpace /DeviceGray /BitsPerComponent 8 /Height 1'
    const data = new Uint8Array(randomBytes(imageBytes))
    object(`<</Type /XObject /Subtype /Image ${format} /Width ${imageBytes} /Length ${imageBytes}>>`, data)
  }
  write(documentEnd(offsets, `<</Size ${offsets.length + 1} /Root 1 0 R>>`, length))
  return concatBytes(chunks)
}
