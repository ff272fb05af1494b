/** Lengths in points. */
export interface PdfPage {
  readonly text: string
  readonly width?: number
  readonly height?: number
  readonly rotate?: 0 | 90 | 180 | 270
  /** Points of a unit (`/UserUnit`); then lengths are in units. */
  readonly userUnit?: number
  /** Left, bottom, right, top; default: the whole page. */
  readonly cropBox?: readonly [number, number, number, number]
  readonly ballast?: number
  /** Operators that follow the text; the font is `/F1`. */
  readonly drawing?: string
}

/** Latin-1 only, as Helvetica with WinAnsiEncoding. */
const literal = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

const A4 = { width: 595, height: 842 }
/** Pages per page-tree node. */
const FAN = 32

const contentOf = ({ text, height = A4.height, ballast = 0, drawing }: PdfPage): string => {
  const [first = '', ...others] = text.split('\n')
  const more = others.map((line) => ` T* ${literal(line)} Tj`).join('')
  const leading = others.length > 0 ? ' 24 TL' : ''
  const weight = ballast > 0 ? `%${'.'.repeat(ballast)}\n` : ''
  return `${weight}BT /F1 18 Tf${leading} 56 ${height - 90} Td ${literal(first)} Tj${more} ET${drawing === undefined ? '' : `\n${drawing}`}`
}

const pageObjects = (page: PdfPage, parent: number, content: number, widgets = ''): string[] => {
  const { width = A4.width, height = A4.height, rotate = 0, cropBox, userUnit } = page
  const stream = contentOf(page)
  return [
    `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} ` +
      `${userUnit === undefined ? '' : `/UserUnit ${userUnit} `}` +
      `${cropBox ? `/CropBox [${cropBox.join(' ')}] ` : ''}` +
      `/Resources << /Font << /F1 3 0 R >> >> ${widgets}/Contents ${content} 0 R >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
}

const references = (first: number, step: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `${first + index * step} 0 R`).join(' ')

const inputOf = (label: string, index: number): string => {
  const top = 700 - index * 40
  return `<< /Type /Annot /Subtype /Widget /FT /Tx /T ${literal(label)} /F 4 /Rect [56 ${top - 20} 300 ${top}] >>`
}

/**
 * Objects are numbered from 1: catalog,
 * page tree, font, then two per page.
 */
const objectsOf = (pages: readonly PdfPage[], inputs: readonly string[]): string[] => {
  const nodes = pages.length > FAN ? Math.ceil(pages.length / FAN) : 0
  const firstPage = 4 + nodes
  const node = (index: number) => {
    const count = Math.min(FAN, pages.length - index * FAN)
    const kids = references(firstPage + index * FAN * 2, 2, count)
    return `<< /Type /Pages /Parent 2 0 R /Count ${count} /Kids [${kids}] >>`
  }
  const widgets = inputs.length === 0 ? '' : `[${references(firstPage + pages.length * 2, 1, inputs.length)}]`
  const kids = nodes === 0 ? references(firstPage, 2, pages.length) : references(4, 1, nodes)
  return [
    `<< /Type /Catalog /Pages 2 0 R ${widgets && `/AcroForm << /Fields ${widgets} >> `}>>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...Array.from({ length: nodes }, (_, index) => node(index)),
    ...pages.flatMap((page, index) =>
      pageObjects(
        page,
        nodes === 0 ? 2 : 4 + Math.floor(index / FAN),
        firstPage + index * 2 + 1,
        widgets && index === 0 ? `/Annots ${widgets} ` : '',
      ),
    ),
    ...inputs.map(inputOf),
  ]
}

export const makePdf = (pages: readonly PdfPage[], inputs: readonly string[] = []): Buffer => {
  const parts = ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n']
  let length = parts[0]?.length ?? 0
  const add = (part: string): number => {
    const offset = length
    parts.push(part)
    length += part.length
    return offset
  }
  const offsets = objectsOf(pages, inputs).map((object, index) => add(`${index + 1} 0 obj\n${object}\nendobj\n`))
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const xref = add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
  add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}
