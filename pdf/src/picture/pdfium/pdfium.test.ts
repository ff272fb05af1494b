import { array, ascii, concat, dict, name, openPdf, type PdfObject, ref, stream, string } from '../../syntax/index.ts'
import { inflateWithNode } from '../../syntax/inflate-node.ts'
import { type BuildOptions, buildPdf } from '../../testing/node/index.ts'
import { type Revision, startRevision } from '../../write/index.ts'
import { comparePictures, type PictureRenderer } from '../index.ts'
import { loadPdfium, loadPictureRenderer } from '../node/index.ts'
import { createPdfiumRenderer } from './index.ts'

let renderer: PictureRenderer
beforeAll(async () => {
  renderer = await loadPictureRenderer()
})

const FONT = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') })
const RESOURCES = dict({ Font: dict({ F: ref(100) }) })
const CONTENT = ref(101)
const LOOK = ref(102)

/** Of 50 by 20 points. */
const BLUE = stream(
  dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array([0, 0, 50, 20]) }),
  ascii('0 0 1 rg 0 0 50 20 re f'),
)

const page = (entries: Readonly<Record<string, PdfObject>> = {}) => ({
  entries: { Contents: CONTENT, Resources: RESOURCES, ...entries },
})

const write = (text: string, more: Partial<BuildOptions> = {}): Uint8Array =>
  buildPdf({ xref: 'table', pages: [page()], extra: [FONT, stream(dict({}), ascii(text)), BLUE], ...more })

function update(bytes: Uint8Array, edit: (revision: Revision) => void): Uint8Array {
  const revision = startRevision(openPdf(bytes, { inflate: inflateWithNode }))
  edit(revision)
  return concat([bytes, revision.build().tail])
}

const compare = (before: Uint8Array, after: Uint8Array, given: PictureRenderer = renderer) =>
  comparePictures(before, after, { renderer: given, allowed: [] })

/** As in a signed file: the earlier revision is a view of the later file. */
const compareRevision = (before: Uint8Array, after: Uint8Array, given?: PictureRenderer) =>
  compare(after.subarray(0, before.length), after, given)

const price = (text: string): string => `BT /F 6 Tf 100 700 Td (Precio: ${text} colones) Tj ET`
const original = write(price('1 000 000'))
const changeText = (bytes: Uint8Array, text: string): Uint8Array =>
  update(bytes, (revision) => revision.put(CONTENT, stream(dict({}), ascii(text))))

test('the same content looks the same after an update, in one instance and in two', async () => {
  const later = update(original, (revision) => revision.add(dict({ Unused: true })))
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

const place = { Rect: array([100, 400, 150, 420]), F: 4 }

const putPage = (revision: Revision, entries: Readonly<Record<string, PdfObject>>): void =>
  revision.put(
    ref(10),
    dict({
      Type: name('Page'),
      Parent: ref(2),
      MediaBox: array([0, 0, 595, 842]),
      Contents: CONTENT,
      Resources: RESOURCES,
      ...entries,
    }),
  )

const withAnnotation = (entries: Readonly<Record<string, PdfObject>>): Uint8Array =>
  update(original, (revision) => {
    const added = revision.add(dict({ Type: name('Annot'), ...place, ...entries }))
    putPage(revision, { Annots: array([added]) })
    const form = dict({ Fields: array('FT' in entries ? [added] : []), DA: string(ascii('/F 9 Tf')), DR: RESOURCES })
    revision.put(ref(1), dict({ Type: name('Catalog'), Pages: ref(2), AcroForm: form }))
  })

const field = (type: string) => ({ Subtype: name('Widget'), FT: name(type), T: string(ascii('a')) })
const AP = dict({ N: LOOK })

test.each<[string, Readonly<Record<string, PdfObject>>]>([
  ['a stamp', { Subtype: name('Stamp'), AP }],
  ['a widget of a signature', { ...field('Sig'), AP }],
  ['a text field', { ...field('Tx'), V: string(ascii('x')), AP }],
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
  const pages = [page({ MediaBox: array([0, 0, 14_400, 14_400]) }), page()]
  const before = write(price('1'), { pages })
  expect(await compareRevision(before, changeText(before, price('2')))).toMatchObject({
    state: 'different',
    differences: [{ page: 2 }],
    uncompared: [{ from: 1, to: 1 }],
  })
})

test.each([
  ['a page that turns', { Rotate: 180 }],
  ['a page that is cropped', { CropBox: array([0, 0, 595, 841]) }],
])('%s differs as a whole', async (_, entries) => {
  const turned = update(original, (revision) => putPage(revision, entries))
  expect(await compareRevision(original, turned)).toMatchObject({
    differences: [{ page: 1, rect: { x: 0, y: 0, width: 1, height: 1 } }],
  })
})

/** Needs 4 bytes a pixel as it is drawn; the file is small. */
const image = (side: number) =>
  stream(
    dict({
      Type: name('XObject'),
      Subtype: name('Image'),
      Width: side,
      Height: side,
      BitsPerComponent: 8,
      ColorSpace: name('DeviceRGB'),
      Interpolate: true,
    }),
    new Uint8Array(side * side * 3),
  )

test('a page that needs too much memory is not compared; a fresh instance draws the next one', async () => {
  const heavy = page({ Contents: ref(103), Resources: dict({ XObject: dict({ I: ref(102) }) }) })
  const before = buildPdf({
    xref: 'table',
    pages: [page(), heavy, page()],
    extra: [
      FONT,
      stream(dict({}), ascii(price('1'))),
      image(1500),
      stream(dict({}), ascii('500 0 0 500 0 0 cm /I Do')),
    ],
  })
  const small = createPdfiumRenderer(await loadPdfium(), { memory: 34 * 1024 * 1024 })
  const finding = await compareRevision(before, changeText(before, price('2')), small)
  expect(finding).toMatchObject({ differences: [{ page: 1 }, { page: 3 }], uncompared: [{ from: 2, to: 2 }] })
  expect(await compareRevision(original, changeText(original, price('2')), small)).toMatchObject({ state: 'different' })
})

test.each([
  ['no PDF', ascii('hola')],
  ['nothing', new Uint8Array()],
  ['cut off within its objects', original.subarray(0, 200)],
])('a file that is %s is not compared', async (_, bytes) => {
  expect(await compare(bytes, bytes)).toEqual({ state: 'not-compared', differences: [], uncompared: [] })
})

test('a page tree that repeats itself, and a page count that lies, end without a crash', async () => {
  const lying = update(original, (revision) =>
    revision.put(ref(2), dict({ Type: name('Pages'), Kids: array([ref(10), ref(2)]), Count: 100_000 })),
  )
  const finding = await comparePictures(lying, lying, { renderer, allowed: [], limits: { pages: 20 } })
  expect(finding.state).not.toBe('same')
})
