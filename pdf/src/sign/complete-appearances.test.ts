import { loadPictureRenderer } from '../picture/node/index.ts'
import { concatBytes } from '../syntax/index.ts'
import {
  checkAccessibility,
  drawPage,
  onePage,
  type Rendering,
  renderPage,
  runOn,
  testWith,
  textPdf,
} from '../testing/node/index.ts'
import { prepareFields } from './prepare-fields.ts'

const OPTIONS = '/FT /Ch /Opt [(Uno) (Dos) (Tres) (Cuatro) (Cinco)]'
const BOX = '/BS <</W 1 /S /S>> /MK <</BC [0] /BG [0.9]'

/** None has an appearance. */
const FIELDS: readonly (readonly [name: string, entries: string])[] = [
  ['list without a value', OPTIONS],
  ['list from its top index', `${OPTIONS} /TI 2`],
  ['list beyond its end', `${OPTIONS} /TI 5`],
  ['list with an odd top index', `${OPTIONS} /TI -1`],
  ['list with a value', `${OPTIONS} /V (Dos)`],
  ['list with an index', `${OPTIONS} /I [1]`],
  ['list with several values', `${OPTIONS} /Ff 2097152 /V [(Dos) (Tres)] /I [1 2]`],
  ['list of pairs', '/FT /Ch /V (b) /Opt [[(a) (Alajuela)] [(b) (Cartago)]]'],
  ['list in a frame', `${OPTIONS} ${BOX}>>`],
  ['list without options', '/FT /Ch'],
  ['combo without a value', `${OPTIONS} /Ff 131072`],
  ['combo with a value', `${OPTIONS} /Ff 131072 /V (Dos)`],
  ['text without a value', '/FT /Tx'],
  ['text', '/FT /Tx /V (Mil colones)'],
  ['text in the middle', '/FT /Tx /Q 1 /V (Mil colones)'],
  ['text on the right', '/FT /Tx /Q 2 /V (Mil colones)'],
  ['low text', '/FT /Tx /V (Mil colones) /DA (/Helv 11 Tf 0 g)'],
  ['text in a frame', `/FT /Tx /V (Mil colones) ${BOX}>>`],
  ['lines', '/FT /Tx /Ff 4096 /V (uno\\ndos)'],
  ['wrapped lines', '/FT /Tx /Ff 4096 /V (uno dos tres cuatro cinco seis siete)'],
  ['lines in the middle', '/FT /Tx /Ff 4096 /Q 1 /V (uno\\ndos)'],
  ['cells', '/FT /Tx /Ff 16777216 /MaxLen 6 /V (1234)'],
  ['cells in the middle', '/FT /Tx /Ff 16777216 /MaxLen 6 /Q 1 /V (1234)'],
  ['cells on the right', '/FT /Tx /Ff 16777216 /MaxLen 6 /Q 2 /V (1234)'],
  ['empty box', '/FT /Btn'],
  ['empty box in a frame', `/FT /Btn ${BOX}>>`],
  ['checked box', '/FT /Btn /V /Yes /AS /Yes'],
  ['crossed box', `/FT /Btn /V /Yes /AS /Yes ${BOX} /CA (8)>>`],
  ['empty radio button', `/FT /Btn /Ff 49152 ${BOX} /CA (l)>>`],
  ['chosen radio button', `/FT /Btn /Ff 49152 /V /Yes /AS /Yes ${BOX} /CA (l)>>`],
  ['push button', `/FT /Btn /Ff 65536 ${BOX} /CA (Enviar)>>`],
  ['push button without a caption', '/FT /Btn /Ff 65536'],
  ['secret', '/FT /Tx /Ff 8192 /V (secreto)'],
  ['rich text', '/FT /Tx /Ff 33554432 /V (Mil colones) /RV (<body><p><b>Mil</b> colones</p></body>)'],
  ['rich text without a plain one', '/FT /Tx /Ff 33554432 /RV (<body><p>Mil colones</p></body>)'],
  ['rich lines', '/FT /Tx /Ff 33558528 /V (uno\\ndos) /RV (<body><p>uno</p><p>dos</p></body>)'],
  ['text of automatic size', '/FT /Tx /V (Mil colones) /DA (/Helv 0 Tf 0 g)'],
  ['lines of automatic size', '/FT /Tx /Ff 4096 /V (uno\\ndos) /DA (/Helv 0 Tf 0 g)'],
  ['combo of pairs', '/FT /Ch /Ff 131072 /V (b) /Opt [[(a) (Alajuela)] [(b) (Cartago)]]'],
  ['combo with a free value', `${OPTIONS} /Ff 393216 /V (Seis)`],
  ['list with several pairs', '/FT /Ch /Ff 2097152 /V [(a) (b)] /Opt [[(a) (Alajuela)] [(b) (Cartago)] [(c) (Cot)]]'],
  ['turned text', '/FT /Tx /V (Mil) /MK <</R 180>>'],
  ['empty signature', '/FT /Sig'],
  ['empty signature in a frame', `/FT /Sig ${BOX}>>`],
]

const COLUMNS = 4
const PAGE_HEIGHT = 842

/** Points from the upper left corner. */
const placeOf = (index: number, name: string) => ({
  x: 20 + (index % COLUMNS) * 140,
  y: 20 + Math.floor(index / COLUMNS) * 90,
  width: /box|radio/.test(name) ? 20 : 120,
  height: /list|lines/.test(name) ? 58 : 20,
})

const original = (isTagged = false): Uint8Array => {
  const references = FIELDS.map((_, index) => `${index + 5} 0 R`).join(' ')
  const fonts = isTagged ? '' : '/DR <</Font <</Helv 4 0 R>>>>'
  const tags = isTagged ? `/MarkInfo <</Marked true>> /StructTreeRoot ${FIELDS.length + 5} 0 R` : ''
  const form = `/AcroForm <</Fields [${references}] /NeedAppearances true ${fonts}>> ${tags}`
  return textPdf([
    ...onePage(form, `/Annots [${references}]`),
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
    ...FIELDS.map(([name, entries], index) => {
      const { x, y, width, height } = placeOf(index, name)
      const font = entries.includes('/DA') ? '' : '/DA (/Helv 10 Tf 0 g)'
      const rect = [x, PAGE_HEIGHT - y - height, x + width, PAGE_HEIGHT - y].join(' ')
      return `<</Type /Annot /Subtype /Widget /F 4 /T (${name}) /Rect [${rect}] ${font} ${entries}>>`
    }),
    ...(isTagged ? ['<</Type /StructTreeRoot>>'] : []),
  ])
}

const prepare = (bytes: Uint8Array): Uint8Array => {
  const rect = { x: 0.9, y: 0.95, width: 0.05, height: 0.02 }
  return concatBytes([bytes, prepareFields(bytes, [{ name: 'Firma', page: 1, rect, tooltip: '' }])])
}

const DPI = 144
const SCALE = DPI / 72

const drawWithPdfium = async (bytes: Uint8Array): Promise<Rendering> => {
  const file = await (await loadPictureRenderer()).open(bytes)
  const { width, height, pixels } = await file.draw(1, { pixels: 4_000_000 })
  file.close()
  // Of four channels green is nearest to the brightness.
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, at) => pixels[at * 4 + 1] ?? 255) }
}

/** Ink of a field; its grey background (230) is none. */
const isInkOf =
  ({ width, pixels }: Rendering) =>
  (x: number, y: number): boolean =>
    (pixels[y * width + x] ?? 255) < 160

/** Points: less than half a line. Readers differ by that among themselves. */
const NEAR = 3

/** Whether each ink of a field in one picture has ink of the other at most `near` points away. */
const isNear = (index: number, name: string, [one, other]: readonly [Rendering, Rendering], near: number): boolean => {
  const [isInk, isOther] = [isInkOf(one), isInkOf(other)]
  const around = Array.from({ length: 2 * near * SCALE + 1 }, (_, at) => at - near * SCALE)
  const place = placeOf(index, name)
  for (let y = place.y * SCALE; y < (place.y + place.height) * SCALE; y++)
    for (let x = place.x * SCALE; x < (place.x + place.width) * SCALE; x++)
      if (isInk(x, y) && !around.some((down) => around.some((right) => isOther(x + right, y + down)))) return false
  return true
}

type Draw = (bytes: Uint8Array) => Rendering | Promise<Rendering>

const differing = async (draw: Draw, near = NEAR): Promise<string[]> => {
  const before = original()
  const [old, now] = [await draw(before), await draw(prepare(before))]
  return FIELDS.flatMap(([name], index) =>
    isNear(index, name, [old, now], near) && isNear(index, name, [now, old], near) ? [] : [name],
  )
}

const drawWithPoppler: Draw = (bytes) => renderPage(bytes, 1, DPI)

/** Where a reader alone draws otherwise than the two others, we follow the others. */
const OF_MUPDF = [
  // It marks no selected row.
  'list with a value',
  'list with an index',
  'list with several values',
  'list of pairs',
  // It ignores /Q.
  'cells in the middle',
  'cells on the right',
  // It ignores the font size.
  'checked box',
  // It shows the value.
  'secret',
  // At most 12 points.
  'text of automatic size',
  // It shows the exported text.
  'combo of pairs',
]
/** Poppler fills the whole box. */
const OF_POPPLER = ['text of automatic size', 'lines of automatic size']
const OF_PDFIUM = [
  // It draws no row.
  'list with an odd top index',
  // It ignores /I.
  'list with an index',
  // It draws an arrow to open the list.
  'combo without a value',
  'combo with a value',
  'combo of pairs',
  'combo with a free value',
  // It strikes the box from corner to corner.
  'crossed box',
]

const inOrder = (names: readonly string[]): string[] => FIELDS.flatMap(([name]) => (names.includes(name) ? [name] : []))

/** Marks have no text: they are outlines. */
const textOf = (bytes: Uint8Array): string => runOn(bytes, 'pdftotext', [], ['-']).output.replaceAll(/\s+/g, ' ')

describe('in a tagged document', () => {
  test('no appearance needs a font that is not embedded', () => {
    const before = original(true)
    const rulesOf = (bytes: Uint8Array) =>
      [...checkAccessibility(bytes).keys()].filter((rule) => rule.startsWith('7.21'))
    expect(rulesOf(before)).toEqual([])
    expect(rulesOf(prepare(before))).toEqual([])
    expect([...checkAccessibility(prepare(original())).keys()]).not.toEqual([])
  })

  testWith(['pdffonts', 'pdftotext'], 'poppler finds embedded fonts alone, and reads the same values', async () => {
    const after = prepare(original(true))
    const lines = runOn(after, 'pdffonts', []).output.split('\n')
    const rows = lines.filter((line) => /(?: (?:yes|no)){3} /.test(line))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toMatch(/\+NotoSans\S*\s+CID TrueType\s+\S+\s+yes yes yes/)
    const text = textOf(after)
    for (const value of ['Mil colones', 'Alajuela', 'Enviar']) expect(text).toContain(value)
  })

  testWith(['pdftoppm'], 'Poppler shows the boxes and lists where it did before', async () => {
    const [old, now] = [await drawWithPoppler(original()), await drawWithPoppler(prepare(original(true)))]
    const far = FIELDS.flatMap(([name], index) =>
      isNear(index, name, [old, now], NEAR) && isNear(index, name, [now, old], NEAR) ? [] : [name],
    )
    expect(far.filter((name) => /box|radio|list/.test(name))).toEqual([])
  })
})

testWith(['pdftoppm'], 'Poppler shows every field without an appearance as before the preparation', async () => {
  expect(await differing(drawWithPoppler)).toEqual(OF_POPPLER)
})

testWith(['pdftoppm'], 'Poppler draws lists, choices and single lines with the same ink', async () => {
  const others = /lines|wrapped|middle|automatic|box|radio/
  expect((await differing(drawWithPoppler, 0)).filter((name) => !others.test(name))).toEqual([])
})

testWith(['mutool'], 'MuPDF shows the fields without an appearance as before the preparation', async () => {
  expect(await differing((bytes) => drawPage(bytes, 1, DPI))).toEqual(inOrder(OF_MUPDF))
})

test('PDFium shows the fields without an appearance as before the preparation', async () => {
  expect(await differing(drawWithPdfium)).toEqual(inOrder(OF_PDFIUM))
})

test('a list of very many options in the smallest print has an appearance of bounded size', () => {
  const options = '(Una) '.repeat(20_000)
  const list = `/Subtype /Widget /FT /Ch /T (l) /DA (/Helv 0.001 Tf 0 g) /Rect [0 0 500 800] /Opt [${options}]`
  const form = textPdf([...onePage('/AcroForm <</Fields [4 0 R] /NeedAppearances true>>'), `<<${list}>>`])
  expect(prepare(form).length - form.length).toBeLessThan(form.length + 40_000)
})
