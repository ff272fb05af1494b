import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadPictureRenderer } from '../picture/node/index.ts'
import { concatBytes, openPdf, type PdfDocument, withEntries } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { hasTool, type Rendering, renderPage } from '../testing/node/index.ts'
import { startRevision } from '../write/revision.ts'
import { asksForAppearances } from './complete-appearances.ts'
import { fieldType, formWidgets } from './form-widgets.ts'
import { formWith, prepareFields } from './prepare-fields.ts'

/** Real PDFs of other test suites, if available. */
const FOLDER = resolve(__dirname, '../../../../shared/pdfs')
const DPI = 100

const open = (bytes: Uint8Array): PdfDocument => openPdf(bytes, { inflate: inflateWithNode })

/** In a corner without text. */
const rect = { x: 0.97, y: 0.97, width: 0.02, height: 0.02 }

const prepare = (bytes: Uint8Array): Uint8Array => {
  const place = { page: 1, rect, tooltip: '' }
  const text = { ...place, name: 'dato_x', required: false, type: { kind: 'text', multiline: false } as const }
  return concatBytes([bytes, prepareFields(bytes, [{ ...place, name: 'firma_x' }], [text])])
}

const hasForm = (bytes: Uint8Array): boolean => {
  try {
    const document = open(bytes)
    return document.pages().length > 0 && formWidgets(document).length > 0
  } catch {
    return false
  }
}

/** The same form without appearances of its texts and choices: the reader draws them. */
const bare = (bytes: Uint8Array): Uint8Array => {
  const document = open(bytes)
  const revision = startRevision(document)
  for (const widget of formWidgets(document))
    if (widget.ref !== undefined && /^(?:Tx|Ch)$/.test(fieldType(widget)))
      revision.put(widget.ref, withEntries(widget.dict, { AP: undefined }))
  const { AcroForm } = formWith(document, revision, [], { NeedAppearances: true })
  if (AcroForm !== undefined) revision.put(document.catalogRef, withEntries(document.catalog, { AcroForm }))
  return concatBytes([bytes, revision.build().tail])
}

const load = (file: string): Uint8Array => new Uint8Array(readFileSync(resolve(FOLDER, file)))
const present = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.pdf')) : []
const files = present.filter((file) => hasForm(load(file)))

type Draw = (bytes: Uint8Array, page: number) => Rendering | Promise<Rendering>

const drawWithPdfium: Draw = async (bytes, page) => {
  const file = await (await loadPictureRenderer()).open(bytes)
  const { width, height, pixels } = await file.draw(page, { pixels: 1_000_000 })
  file.close()
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, at) => pixels[at * 4 + 1] ?? 255) }
}

const drawWithPoppler: Draw = (bytes, page) => renderPage(bytes, page, DPI)

const renderers: readonly (readonly [name: string, draw: Draw])[] = [
  ['PDFium', drawWithPdfium],
  ...(hasTool('pdftoppm') ? [['poppler', drawWithPoppler] as const] : []),
]

/** Pixels of half a line: readers set the same text so far apart. */
const NEAR = 4

const isInk = ({ width, pixels }: Rendering, x: number, y: number): boolean => (pixels[y * width + x] ?? 255) < 160

const isNear = (other: Rendering, x: number, y: number, near: number): boolean => {
  for (let down = -near; down <= near; down++)
    for (let right = -near; right <= near; right++) if (isInk(other, x + right, y + down)) return true
  return false
}

/** Pixels of ink of one picture without ink of the other around. */
const strayInk = (one: Rendering, other: Rendering, near: number): number => {
  let found = 0
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++) if (isInk(one, x, y) && !isNear(other, x, y, near)) found++
  return found
}

/** Pixels by which a form may differ in a reader that deviates from the others. An emptied list has more. */
const ALLOWED: readonly (readonly [reader: string, file: string, pixels: number])[] = [
  // Arrows of choices, a diagonal cross, another blue for selected rows.
  ['PDFium', 'forms__libpdf__annotation-choice-widget.pdf', 900],
  ['PDFium', 'forms__qpdf__button-set.pdf', 1250],
  ['PDFium', 'forms__qpdf__fields-two-pages.pdf', 1400],
  ['PDFium', 'normal__samples__libreoffice-form.pdf', 250],
  // Words in the form's font, of another width.
  ['PDFium', 'forms__libpdf__sample_form.pdf', 80],
  ['PDFium', 'forms__qpdf__form-filled-by-acrobat.pdf', 90],
  ['PDFium', 'malicious__pdfjs__evaljs.pdf', 60],
  ['poppler', 'forms__qpdf__form-filled-by-acrobat.pdf', 80],
  ['poppler', 'forms__qpdf__fields-two-pages.pdf', 1600],
  // Text of automatic size fills its box.
  ['poppler', 'forms__libpdf__sample_form.pdf', 900],
  // It is tagged: our font is embedded.
  ['poppler', 'forms__libpdf__annotation-choice-widget.pdf', 80],
  // It lacks characters that we draw.
  ['poppler', 'forms__qpdf__button-set.pdf', 120],
  // No frame without /BS, whose width is 1 by default (ISO 32000-2, table 168).
  ['poppler', 'malicious__pdfjs__evaljs.pdf', 16_500],
]
const allowed = (reader: string, file: string): number =>
  ALLOWED.find(([each, name]) => each === reader && name === file)?.[2] ?? 0

const strayInForm = async (original: Uint8Array, draw: Draw): Promise<number> => {
  const prepared = prepare(original)
  const near = asksForAppearances(open(original)) ? NEAR : 0
  let stray = 0
  for (const { pageNumber } of open(original).pages()) {
    const [before, after] = [await draw(original, pageNumber), await draw(prepared, pageNumber)]
    expect([after.width, after.height]).toEqual([before.width, before.height])
    stray += strayInk(before, after, near) + strayInk(after, before, near)
  }
  return stray
}

const unsigned = (file: string): boolean =>
  open(load(file))
    .signatureFields()
    .every(({ signed }) => !signed)
const both = (names: readonly string[]) =>
  names.flatMap((file) => renderers.map(([reader, draw]) => [file, reader, draw] as const))

if (files.length === 0) test.skip('real forms (skipped: ../shared/pdfs is missing)', () => {})
else {
  test.each(both(files))('%s looks in %s after the preparation as before', async (file, reader, draw) => {
    const original = load(file)
    const limit = asksForAppearances(open(original)) ? allowed(reader, file) : 0
    expect(await strayInForm(original, draw)).toBeLessThanOrEqual(limit)
  })

  test.each(both(files.filter(unsigned)))(
    '%s without its appearances looks in %s after the preparation as before',
    async (file, reader, draw) => {
      expect(await strayInForm(bare(load(file)), draw)).toBeLessThanOrEqual(allowed(reader, file))
    },
  )
}
