import { concatBytes, isStream, openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { inspectDocument } from 'pdf/screen'
import { prepareFields } from 'pdf/sign'
import {
  drawPage,
  INK,
  onePage,
  qpdfStatus,
  type Rendering,
  renderPage,
  runOn,
  testWith,
  textPdf,
} from 'pdf/testing/node'
import { createPdfSigner } from './pdf-signer.ts'
import { blackPng, createTestPki, fieldAt, testTime } from './test-support/signing.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const SIGNED: Box = { x: 0.5, y: 0.1, width: 0.4, height: 0.15 }
const PAGE = { width: 595, height: 842 }
const DPI = 72

const inkIn = ({ width, height, pixels }: Rendering, box: Box): number => {
  let count = 0
  for (let y = Math.floor(box.y * height); y < (box.y + box.height) * height; y++)
    for (let x = Math.floor(box.x * width); x < (box.x + box.width) * width; x++)
      if ((pixels[y * width + x] ?? 255) < INK) count++
  return count
}

const boxOf = (x0: number, y0: number, x1: number, y1: number): Box => ({
  x: x0 / PAGE.width,
  y: 1 - y1 / PAGE.height,
  width: (x1 - x0) / PAGE.width,
  height: (y1 - y0) / PAGE.height,
})

const widget = (entries: string, rect: string): string =>
  `<</Type /Annot /Subtype /Widget /F 4 /T (f${rect[1]}${rect.length}${entries.length}) /Rect ${rect} ${entries}>>`

const form = (...widgets: string[]): Uint8Array => {
  const references = widgets.map((_, index) => `${index + 4} 0 R`).join(' ')
  const entries = `/AcroForm <</Fields [${references}] /NeedAppearances true /DA (/Helv 0 Tf 0 g)>>`
  return textPdf([...onePage(entries, `/Annots [${references}]`), ...widgets])
}

const sign = async (original: Uint8Array): Promise<Uint8Array> => {
  const signer = createPdfSigner(await createTestPki())
  const document = concatBytes([original, prepareFields(original, [fieldAt('firma', SIGNED, 1)])])
  const { tail } = await signer.sign({
    document,
    fieldName: 'firma',
    signer: { name: 'Ana', email: 'ana@example.com' },
    appearancePng: blackPng(100, 40),
    signedAt: testTime,
  })
  return concatBytes([document, tail])
}

const textField = widget('/FT /Tx /V (Mil colones)', '[40 400 240 430]')

testWith(['pdftoppm', 'mutool'], 'Poppler and MuPDF draw the signature and the value of a text field', async () => {
  const signed = await sign(form(textField))
  for (const rendering of [renderPage(signed, 1, DPI), drawPage(signed, 1, DPI)]) {
    expect(inkIn(rendering, SIGNED)).toBeGreaterThan(1000)
    expect(inkIn(rendering, boxOf(40, 400, 240, 430))).toBeGreaterThan(20)
  }
})

const REST = boxOf(300, 300, 400, 340)

test.each<[string, string, string]>([
  ['a text in several lines', '/FT /Tx /Ff 4096 /V (uno\\ndos)', 'uno dos'],
  ['a text in cells', '/FT /Tx /Ff 16777216 /MaxLen 5 /V (12345)', '1 2 3 4 5'],
  ['a text in another script', '/FT /Tx /V <FEFF674E660E>', '李明'],
  ['a choice', '/FT /Ch /Ff 131072 /V (a) /Opt [[(a) (Alajuela)] [(b) (Cartago)]]', 'Alajuela'],
  ['several choices', '/FT /Ch /V [(a) (b)] /Opt [[(a) (Uno)] [(b) (Dos)]]', 'Uno Dos'],
  ['a button', '/FT /Btn /Ff 65536 /MK <</CA (Enviar)>>', 'Enviar'],
  ['a newer value than its drawing', '/FT /Tx /V (nuevo) /AP <</N 5 0 R>>', 'nuevo'],
])('the preparation draws %s in its form field and removes NeedAppearances', (_, entries, text) => {
  const stale = '<</Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 0>>\nstream\n\nendstream'
  const references = '4 0 R'
  const original = textPdf([
    ...onePage(
      `/AcroForm <</Fields [${references}] /NeedAppearances true /DA (/Helv 9 Tf 1 0 0 rg)>>`,
      `/Annots [${references}]`,
    ),
    widget(entries, '[300 300 400 340]'),
    stale,
  ])
  const prepared = concatBytes([original, prepareFields(original, [fieldAt('firma', SIGNED, 1)])])
  const document = openPdf(prepared, { inflate: inflateWithNode })
  expect(document.acroForm()?.entries.has('NeedAppearances')).toBe(false)
  expect(qpdfStatus(prepared)).toBe(0)
  const seen = runOn(prepared, 'pdftotext', [], ['-']).output.replaceAll(/\s+/g, ' ')
  expect(seen.replaceAll(' ', '')).toContain(text.replaceAll(' ', ''))
  expect(inkIn(renderPage(prepared, 1, DPI), { x: 0, y: 0, width: 1, height: REST.y - 0.01 })).toBe(0)
})

testWith(
  ['pdftoppm', 'mutool'],
  'Poppler and MuPDF draw a mark in a checked box and no mark in an unchecked box',
  async () => {
    const checked = widget('/FT /Btn /V /Si', '[40 400 60 420]')
    const empty = widget('/FT /Btn', '[80 400 100 420]')
    const signed = await sign(form(checked, empty))
    for (const rendering of [renderPage(signed, 1, DPI), drawPage(signed, 1, DPI)]) {
      expect(inkIn(rendering, boxOf(40, 400, 60, 420))).toBeGreaterThan(5)
      expect(inkIn(rendering, boxOf(80, 400, 100, 420))).toBe(0)
    }
  },
)

test('the preparation draws no form field in a signed file or in a form without NeedAppearances', () => {
  const keep = (original: Uint8Array): string =>
    Buffer.from(prepareFields(original, [fieldAt('firma', SIGNED, 1)])).toString('latin1')
  const signature = '/FT /Sig /V <</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00>>>'
  const signed = keep(form(textField, widget(signature, '[1 1 20 20]')))
  expect(signed).toContain('/NeedAppearances true')
  expect(signed).not.toContain('/Tx BMC')
  const foreign = form(textField, widget(signature, '[1 1 20 20]'))
  expect(inspectDocument(foreign, inflateWithNode)).toMatchObject({ kind: 'signable', hidesDrawings: true })
  expect(inspectDocument(form(textField), inflateWithNode)).toEqual({ kind: 'signable', pages: 1, signatures: 0 })
  const plain = Buffer.from(form(textField)).toString('latin1').replace('/NeedAppearances true', ' '.repeat(21))
  expect(keep(new Uint8Array(Buffer.from(plain, 'latin1')))).not.toContain('/Tx BMC')
})

test('the preparation rejects a form whose field tree contains a cycle', () => {
  const circle = textPdf([
    ...onePage('/AcroForm <</Fields [4 0 R] /NeedAppearances true>>'),
    '<</FT /Tx /T (a) /Kids [5 0 R]>>',
    '<</Kids [4 0 R]>>',
  ])
  expect(() => prepareFields(circle, [fieldAt('firma', SIGNED, 1)])).toThrow(/too many fields|stands twice/)
})

test('each form field has its own appearance with its own value', () => {
  const original = form(textField, widget('/FT /Tx /V (Otro)', '[40 300 240 330]'))
  const document = openPdf(concatBytes([original, prepareFields(original, [fieldAt('firma', SIGNED, 1)])]), {
    inflate: inflateWithNode,
  })
  const drawn = [4, 5].map((num) => {
    const field = document.objects.resolve({ kind: 'ref', num, gen: 0 })
    if (typeof field !== 'object' || field === null || field.kind !== 'dict') throw new Error('no field')
    const appearance = document.objects.get(field, 'AP')
    if (typeof appearance !== 'object' || appearance === null || appearance.kind !== 'dict') throw new Error('no AP')
    const normal = document.objects.get(appearance, 'N')
    return isStream(normal) ? Buffer.from(normal.data).toString('latin1') : ''
  })
  expect(drawn[0]).toContain('Mil colones')
  expect(drawn[1]).toContain('Otro')
})
