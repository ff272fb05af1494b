import {
  asciiBytes,
  concatBytes,
  openPdf,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from '../../syntax/index.ts'
import { inflateWithNode } from '../../syntax/inflate-node.ts'
import { type BuildOptions, buildPdf } from '../../testing/node/index.ts'
import { type RevisionWriter, startRevision } from '../../write/index.ts'
import { compareDocumentPictures, type PictureRenderer } from '../index.ts'
import { loadPdfium, loadPictureRenderer } from '../node/index.ts'
import { createPdfiumRenderer } from './index.ts'

let renderer: PictureRenderer
beforeAll(async () => {
  renderer = await loadPictureRenderer()
})

const FONT = pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type1'), BaseFont: pdfName('Helvetica') })
const RESOURCES = pdfDict({ Font: pdfDict({ F: pdfRef(100) }) })
const CONTENT = pdfRef(101)
const LOOK = pdfRef(102)

/** Of 50 by 20 points. */
const BLUE = pdfStream(
  pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 50, 20]) }),
  asciiBytes('0 0 1 rg 0 0 50 20 re f'),
)

const page = (entries: Readonly<Record<string, PdfObject>> = {}) => ({
  entries: { Contents: CONTENT, Resources: RESOURCES, ...entries },
})

const write = (text: string, more: Partial<BuildOptions> = {}): Uint8Array =>
  buildPdf({ xref: 'table', pages: [page()], extra: [FONT, pdfStream(pdfDict({}), asciiBytes(text)), BLUE], ...more })

function update(bytes: Uint8Array, edit: (revision: RevisionWriter) => void): Uint8Array {
  const revision = startRevision(openPdf(bytes, { inflate: inflateWithNode }))
  edit(revision)
  return concatBytes([bytes, revision.build().tail])
}

const compare = (before: Uint8Array, after: Uint8Array, given: PictureRenderer = renderer) =>
  compareDocumentPictures(before, after, { renderer: given, allowed: [] })

/** As in a signed file: the earlier revision is a view of the later file. */
const compareRevision = (before: Uint8Array, after: Uint8Array, given?: PictureRenderer) =>
  compare(after.subarray(0, before.length), after, given)

const price = (text: string): string => `BT /F 6 Tf 100 700 Td (Precio: ${text} colones) Tj ET`
const original = write(price('1 000 000'))
const changeText = (bytes: Uint8Array, text: string): Uint8Array =>
  update(bytes, (revision) => revision.put(CONTENT, pdfStream(pdfDict({}), asciiBytes(text))))

test('the same content looks the same after an update, in one instance and in two', async () => {
  const later = update(original, (revision) => revision.add(pdfDict({ Unused: true })))
  expect(await compareRevision(original, later)).toMatchObject({ state: 'same' })
  expect(await compare(original, Uint8Array.from(later))).toMatchObject({ state: 'same' })
})

test.each(['7', '8', '6', '9', '2'])('a digit of 6 points that becomes %s is found where it stands', async (digit) => {
  const finding = await compareRevision(original, changeText(original, price(`${digit} 000 000`)))
  expect(finding).toMatchObject({ state: 'different', differences: [{ page: 1 }] })
  const { rect } = finding.differences[0] ?? { rect: { x: 0, y: 0, width: 0, height: 0 } }
  expect(rect.x * 595).toBeGreaterThan(100)
  expect((rect.x + rect.width) * 595).toBeLessThan(200)
  expect(842 - rect.y * 842).toBeLessThan(708)
  expect(842 - (rect.y + rect.height) * 842).toBeGreaterThan(697)
})

test.each([
  ['a dot of a quarter point', '0 g 300 300 0.25 0.25 re f'],
  ['a hairline', '0 w 300 300 m 400 300 l S'],
  ['a grey that is one step from white', '0.996 g 300 300 10 10 re f'],
])('%s is found', async (_, ink) => {
  expect(await compareRevision(original, changeText(original, `${price('1 000 000')} ${ink}`))).toMatchObject({
    state: 'different',
  })
})

test.each([
  ['white on white', '1 g 300 300 50 50 re f'],
  ['text without paint', 'BT 3 Tr /F 9 Tf 300 300 Td (secreto) Tj ET'],
  ['ink beside the page', '0 g -50 -50 20 20 re f'],
])('%s looks the same: that is for the structure judge', async (_, ink) => {
  expect(await compareRevision(original, changeText(original, `${price('1 000 000')} ${ink}`))).toMatchObject({
    state: 'same',
  })
})

const place = { Rect: pdfArray([100, 400, 150, 420]), F: 4 }

const putPage = (revision: RevisionWriter, entries: Readonly<Record<string, PdfObject>>): void =>
  revision.put(
    pdfRef(10),
    pdfDict({
      Type: pdfName('Page'),
      Parent: pdfRef(2),
      MediaBox: pdfArray([0, 0, 595, 842]),
      Contents: CONTENT,
      Resources: RESOURCES,
      ...entries,
    }),
  )

const withAnnotation = (entries: Readonly<Record<string, PdfObject>>): Uint8Array =>
  update(original, (revision) => {
    const added = revision.add(pdfDict({ Type: pdfName('Annot'), ...place, ...entries }))
    putPage(revision, { Annots: pdfArray([added]) })
    const form = pdfDict({
      Fields: pdfArray('FT' in entries ? [added] : []),
      DA: pdfString(asciiBytes('/F 9 Tf')),
      DR: RESOURCES,
    })
    revision.put(pdfRef(1), pdfDict({ Type: pdfName('Catalog'), Pages: pdfRef(2), AcroForm: form }))
  })

const field = (type: string) => ({ Subtype: pdfName('Widget'), FT: pdfName(type), T: pdfString(asciiBytes('a')) })
const AP = pdfDict({ N: LOOK })

test.each<[string, Readonly<Record<string, PdfObject>>]>([
  ['a stamp', { Subtype: pdfName('Stamp'), AP }],
  ['a widget of a signature', { ...field('Sig'), AP }],
  ['a text field', { ...field('Tx'), V: pdfString(asciiBytes('x')), AP }],
  ['a widget whose flags are beyond 32 bits', { ...field('Sig'), F: 4_294_967_298, AP }],
])('the appearance of %s is in the picture, at its place', async (_, entries) => {
  const finding = await compareRevision(original, withAnnotation(entries))
  expect(finding).toMatchObject({ state: 'different', differences: [{ page: 1 }] })
  const { rect } = finding.differences[0] ?? { rect: { x: 0, y: 0, width: 0, height: 0 } }
  expect([rect.x * 595, rect.width * 595, rect.y * 842, rect.height * 842].map(Math.round)).toEqual([100, 50, 422, 20])
})

test.each(['Tx', 'Sig', 'Btn'])('an empty field of type %s is not highlighted', async (type) => {
  expect(await compareRevision(original, withAnnotation(field(type)))).toMatchObject({ state: 'same' })
})

test('a page of 5 metres is not compared, and the others are', async () => {
  const pages = [page({ MediaBox: pdfArray([0, 0, 14_400, 14_400]) }), page()]
  const before = write(price('1'), { pages })
  expect(await compareRevision(before, changeText(before, price('2')))).toMatchObject({
    state: 'different',
    differences: [{ page: 2 }],
    uncompared: [{ from: 1, to: 1 }],
  })
})

test.each([
  ['a page that turns', { Rotate: 180 }],
  ['a page that is cropped', { CropBox: pdfArray([0, 0, 595, 841]) }],
])('%s differs as a whole', async (_, entries) => {
  const turned = update(original, (revision) => putPage(revision, entries))
  expect(await compareRevision(original, turned)).toMatchObject({
    differences: [{ page: 1, rect: { x: 0, y: 0, width: 1, height: 1 } }],
  })
})

/** Needs 4 bytes a pixel as it is drawn; the file is small. */
const image = (side: number) =>
  pdfStream(
    pdfDict({
      Type: pdfName('XObject'),
      Subtype: pdfName('Image'),
      Width: side,
      Height: side,
      BitsPerComponent: 8,
      ColorSpace: pdfName('DeviceRGB'),
      Interpolate: true,
    }),
    new Uint8Array(side * side * 3),
  )

test('a page that needs too much memory is not compared; a fresh instance draws the next one', async () => {
  const heavy = page({ Contents: pdfRef(103), Resources: pdfDict({ XObject: pdfDict({ I: pdfRef(102) }) }) })
  const before = buildPdf({
    xref: 'table',
    pages: [page(), heavy, page()],
    extra: [
      FONT,
      pdfStream(pdfDict({}), asciiBytes(price('1'))),
      image(1500),
      pdfStream(pdfDict({}), asciiBytes('500 0 0 500 0 0 cm /I Do')),
    ],
  })
  const small = createPdfiumRenderer(await loadPdfium(), { memory: 34 * 1024 * 1024 })
  const finding = await compareRevision(before, changeText(before, price('2')), small)
  expect(finding).toMatchObject({ differences: [{ page: 1 }, { page: 3 }], uncompared: [{ from: 2, to: 2 }] })
  expect(await compareRevision(original, changeText(original, price('2')), small)).toMatchObject({ state: 'different' })
})

test.each([
  ['no PDF', asciiBytes('hola')],
  ['nothing', new Uint8Array()],
  ['cut off within its objects', original.subarray(0, 200)],
])('a file that is %s is not compared', async (_, bytes) => {
  expect(await compare(bytes, bytes)).toEqual({ state: 'not-compared', differences: [], uncompared: [] })
})

test('pages that a wrong /Count hides from the renderer are not compared', async () => {
  const before = write(price('1'), { pages: [page(), page(), page()] })
  const hiding = update(before, (revision) =>
    revision.put(
      pdfRef(2),
      pdfDict({ Type: pdfName('Pages'), Kids: pdfArray([pdfRef(10), pdfRef(12), pdfRef(14)]), Count: 1 }),
    ),
  )
  const later = update(hiding, (revision) => revision.add(pdfDict({ Unused: true })))
  expect(await compareRevision(hiding, later)).toEqual({
    state: 'incomplete',
    differences: [],
    uncompared: [{ from: 2, to: 3 }],
  })
})

test('a page tree that repeats itself, and a page count that lies, end without a crash', async () => {
  const lying = update(original, (revision) =>
    revision.put(
      pdfRef(2),
      pdfDict({ Type: pdfName('Pages'), Kids: pdfArray([pdfRef(10), pdfRef(2)]), Count: 100_000 }),
    ),
  )
  const finding = await compareDocumentPictures(lying, lying, { renderer, allowed: [], limits: { pages: 20 } })
  expect(finding.state).not.toBe('same')
})
