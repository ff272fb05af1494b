import { wrapWords } from 'pdf/text'
import { encodeWinAnsi, helveticaWidth, plainDocument } from 'pdf/write'

export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'signatures'; readonly captions: readonly [string, string] }

export interface PdfContent {
  readonly title: string
  readonly header: string
  readonly blocks: readonly PdfBlock[]
}

/** US Letter, in points. */
const PAGE = { width: 612, height: 792 }
const MARGIN = 72
const COLUMN = PAGE.width - 2 * MARGIN
const TITLE = { font: 'F2', size: 20, leading: 28 }
const HEADING = { font: 'F2', size: 12, leading: 18 }
const BODY = { font: 'F1', size: 11, leading: 16.5 }
const SMALL = { font: 'F1', size: 9, leading: 12 }
const PARAGRAPH_GAP = 8
const SIGNATURES_HEIGHT = 96
const SIGNATURE_WIDTH = 200

type Style = typeof BODY

const encode = (text: string): Uint8Array => {
  const encoded = encodeWinAnsi(text)
  if (encoded === undefined) throw new RangeError(`'${text}' has characters beyond WinAnsi`)
  return encoded
}

const widthOf = (text: string, size: number): number => helveticaWidth(encode(text)) * size

const wrap = (text: string, size: number): string[] =>
  wrapWords(text.split(' '), (line) => widthOf(line, size) <= COLUMN)

const showText = ({ font, size }: Style, x: number, y: number, text: string): string =>
  `BT /${font} ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td <${Buffer.from(encode(text)).toString('hex')}> Tj ET`

const rule = (x: number, y: number, width: number): string =>
  `0.5 w ${x.toFixed(2)} ${y.toFixed(2)} m ${(x + width).toFixed(2)} ${y.toFixed(2)} l S`

const createPen = (header: string) => {
  const pages: string[][] = []
  let page: string[] = []
  let y = 0
  const turnPage = (): void => {
    page = [showText(SMALL, MARGIN, PAGE.height - 48, header), rule(MARGIN, PAGE.height - 54, COLUMN)]
    pages.push(page)
    y = PAGE.height - MARGIN - 12
  }
  turnPage()
  return {
    pages,
    skip: (height: number): void => {
      y -= height
    },
    reserve: (height: number): void => {
      if (y - height < MARGIN) turnPage()
    },
    draw: (make: (y: number) => string[]): void => {
      page.push(...make(y))
    },
  }
}

type Pen = ReturnType<typeof createPen>

const write = (pen: Pen, style: Style, text: string): void => {
  for (const line of wrap(text, style.size)) {
    pen.reserve(style.leading)
    pen.skip(style.leading)
    pen.draw((y) => [showText(style, MARGIN, y, line)])
  }
}

const writeSignatures = (pen: Pen, captions: readonly string[]): void => {
  pen.reserve(SIGNATURES_HEIGHT)
  pen.skip(SIGNATURES_HEIGHT - SMALL.leading)
  captions.forEach((caption, index) => {
    const x = MARGIN + index * (COLUMN - SIGNATURE_WIDTH)
    pen.draw((y) => [rule(x, y, SIGNATURE_WIDTH), showText(SMALL, x, y - SMALL.leading, caption)])
  })
  pen.skip(SMALL.leading)
}

const layOut = ({ title, header, blocks }: PdfContent): string[][] => {
  const pen = createPen(header)
  write(pen, TITLE, title)
  for (const block of blocks) {
    pen.skip(PARAGRAPH_GAP)
    if (block.kind === 'signatures') writeSignatures(pen, block.captions)
    else if (block.kind === 'paragraph') write(pen, BODY, block.text)
    else {
      // Keeps a heading with its paragraph.
      pen.reserve(HEADING.leading + 2 * BODY.leading)
      write(pen, HEADING, block.text)
    }
  }
  return pen.pages
}

const withFooters = (pages: string[][]): string[] =>
  pages.map((operators, index) => {
    const footer = `Página ${index + 1} de ${pages.length}`
    const x = PAGE.width - MARGIN - widthOf(footer, SMALL.size)
    return [...operators, showText(SMALL, x, 40, footer)].join('\n')
  })

const FIRST_PAGE_OBJECT = 6

const pageObjects = (drawing: string, index: number): string[] => [
  `<</Type /Page /Parent 2 0 R /Contents ${FIRST_PAGE_OBJECT + 2 * index + 1} 0 R>>`,
  `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
]

const font = (name: string): string => `<</Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding>>`

export const writePdf = (content: PdfContent): Uint8Array => {
  const drawings = withFooters(layOut(content))
  const kids = drawings.map((_, index) => `${FIRST_PAGE_OBJECT + 2 * index} 0 R`).join(' ')
  const resources = '<</Font <</F1 3 0 R /F2 4 0 R>>>>'
  const objects = [
    '<</Type /Catalog /Pages 2 0 R /Lang (es-CR) /ViewerPreferences <</DisplayDocTitle true>>>>',
    `<</Type /Pages /Kids [${kids}] /Count ${drawings.length} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${resources}>>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<</Title <${Buffer.from(encode(content.title)).toString('hex')}> /Producer (Trazo)>>`,
    ...drawings.flatMap(pageObjects),
  ]
  return plainDocument(objects, { header: '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', trailer: '/Info 5 0 R' })
}
