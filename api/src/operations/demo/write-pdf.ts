import { deflateSync } from 'node:zlib'
import { asciiBytes, type PdfObject, pdfArray, pdfDict, pdfName, pdfStream, textString } from 'pdf'
import { accessibleCatalog, type StructureType, startStructure } from 'pdf/tags'
import { createTextSetter, type FontWeight, shapeLine, wrapWords } from 'pdf/text'
import { newDocument, type PdfBuilder } from 'pdf/write'

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
const TITLE: Style = { weight: 'bold', size: 20, leading: 28 }
const HEADING: Style = { weight: 'bold', size: 12, leading: 18 }
const BODY: Style = { weight: 'regular', size: 11, leading: 16.5 }
const SMALL: Style = { weight: 'regular', size: 9, leading: 12 }
const PARAGRAPH_GAP = 8
const SIGNATURES_HEIGHT = 96
const SIGNATURE_WIDTH = 200

interface Style {
  readonly weight: FontWeight
  readonly size: number
  readonly leading: number
}

const widthOf = (text: string, { size, weight }: Style): number => (shapeLine(text, weight).width * size) / 1000

const wrap = (text: string, style: Style): string[] =>
  wrapWords(text.split(' '), (line) => widthOf(line, style) <= COLUMN)

const rule = (x: number, y: number, width: number): string =>
  `0.5 w ${x.toFixed(2)} ${y.toFixed(2)} m ${(x + width).toFixed(2)} ${y.toFixed(2)} l S`

const createPen = (header: string) => {
  const setter = createTextSetter()
  const structure = startStructure()
  const pages: string[][] = []
  let page: string[] = []
  let y = 0
  const showText = ({ weight, size }: Style, x: number, at: number, text: string): string =>
    setter.set(shapeLine(text, weight), { x, y: at, size })
  const turnPage = (): void => {
    page = [
      structure.artifact(showText(SMALL, MARGIN, PAGE.height - 48, header)),
      structure.artifact(rule(MARGIN, PAGE.height - 54, COLUMN)),
    ]
    pages.push(page)
    y = PAGE.height - MARGIN - 12
  }
  turnPage()
  return {
    setter,
    structure,
    pages,
    showText,
    skip: (height: number): void => {
      y -= height
    },
    reserve: (height: number): void => {
      if (y - height < MARGIN) turnPage()
    },
    /** `below`: points below the current line. */
    text: (style: Style, x: number, text: string, below = 0): void => {
      page.push(structure.content(pages.length - 1, showText(style, x, y - below, text)))
    },
    rule: (x: number, width: number): void => {
      page.push(structure.artifact(rule(x, y, width)))
    },
  }
}

type Pen = ReturnType<typeof createPen>

const write = (pen: Pen, type: StructureType, style: Style, text: string): void =>
  pen.structure.inside(type, () => {
    for (const line of wrap(text, style)) {
      pen.reserve(style.leading)
      pen.skip(style.leading)
      pen.text(style, MARGIN, line)
    }
  })

const writeSignatures = (pen: Pen, captions: readonly string[]): void => {
  pen.reserve(SIGNATURES_HEIGHT)
  pen.skip(SIGNATURES_HEIGHT - SMALL.leading)
  captions.forEach((caption, index) => {
    const x = MARGIN + index * (COLUMN - SIGNATURE_WIDTH)
    pen.rule(x, SIGNATURE_WIDTH)
    pen.structure.inside('P', () => pen.text(SMALL, x, caption, SMALL.leading))
  })
  pen.skip(SMALL.leading)
}

const layOut = ({ title, header, blocks }: PdfContent): Pen => {
  const pen = createPen(header)
  write(pen, 'H1', TITLE, title)
  for (const block of blocks) {
    pen.skip(PARAGRAPH_GAP)
    if (block.kind === 'signatures') writeSignatures(pen, block.captions)
    else if (block.kind === 'paragraph') write(pen, 'P', BODY, block.text)
    else {
      // Keeps a heading with its paragraph.
      pen.reserve(HEADING.leading + 2 * BODY.leading)
      write(pen, 'H2', HEADING, block.text)
    }
  }
  return pen
}

const withFooters = ({ pages, showText, structure }: Pen): string[] =>
  pages.map((operators, index) => {
    const footer = `Página ${index + 1} de ${pages.length}`
    const x = PAGE.width - MARGIN - widthOf(footer, SMALL)
    return [...operators, structure.artifact(showText(SMALL, x, 40, footer))].join('\n')
  })

/** @returns catalog entries */
const addPages = (pdf: PdfBuilder, drawings: readonly string[], pen: Pen): Readonly<Record<string, PdfObject>> => {
  const pages = pdf.allocate()
  const resources = pdf.add(pdfDict({ Font: pdfDict(pen.setter.fonts(pdf)) }))
  const kids = drawings.map((drawing, index) => {
    const content = pdfStream(
      pdfDict({ Filter: pdfName('FlateDecode') }),
      new Uint8Array(deflateSync(asciiBytes(drawing))),
    )
    return pdf.add(
      pdfDict({
        Type: pdfName('Page'),
        Parent: pages,
        MediaBox: pdfArray([0, 0, PAGE.width, PAGE.height]),
        Resources: resources,
        StructParents: index,
        Contents: pdf.add(content),
      }),
    )
  })
  pdf.put(pages, pdfDict({ Type: pdfName('Pages'), Kids: pdfArray(kids), Count: kids.length }))
  return { Pages: pages, ...pen.structure.addTree(pdf, kids) }
}

/** Writes an accessible document (PDF/UA-1). */
export const writePdf = (content: PdfContent): Uint8Array => {
  const pdf = newDocument()
  const pen = layOut(content)
  const pages = addPages(pdf, withFooters(pen), pen)
  const catalog = accessibleCatalog(pdf, { title: content.title, language: 'es-CR' })
  const root = pdf.add(pdfDict({ Type: pdfName('Catalog'), ...pages, ...catalog }))
  const info = pdf.add(pdfDict({ Title: textString(content.title), Producer: textString('Trazo') }))
  return pdf.build({ root, info })
}
