import { rewriteDocument } from '../repair/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { textPdf } from '../testing/node/index.ts'
import { onePage } from '../testing/node/text-pdf.ts'
import { inspectDocument, inspectForSigning } from './inspect-document.ts'

const inspect = (bytes: Uint8Array) => inspectForSigning(bytes, inflateWithNode, new Date())

const page = (more: string) => `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>> ${more}>>`
const twoPages = (catalog: string, more: string, ...objects: readonly string[]): Uint8Array =>
  textPdf([
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>',
    page(more),
    page(more),
    ...objects,
  ])
const withForm = (catalog: string, more: string, ...objects: readonly string[]): Uint8Array =>
  textPdf([...onePage(`/AcroForm 4 0 R ${catalog}`, more), ...objects])

const NOTE = '<</Type /Annot /Subtype /Text /Rect [9 9 30 30] /Contents (n)>>'
const field = (name: string) => `<</Type /Annot /Subtype /Widget /FT /Tx ${name} /Rect [9 9 99 30] /F 4>>`

test.each<[string, Uint8Array]>([
  ['a page', textPdf(onePage())],
  ['two pages with one list of annotations', twoPages('', '/Annots 5 0 R', '[6 0 R]', NOTE)],
  [
    'a page whose annotations are the form fields',
    withForm('', '/Annots 5 0 R', '<</Fields 5 0 R>>', '[6 0 R]', field('/T (a)')),
  ],
  [
    'a form that is also the properties',
    textPdf([...onePage('/AcroForm 4 0 R'), '<</Fields []>>'], { trailer: '/Info 4 0 R' }),
  ],
  ['a list of fields with another use', withForm('/PieceInfo 5 0 R', '', '<</Fields 5 0 R>>', '[]')],
  [
    'two fields with the same widgets',
    withForm(
      '',
      '',
      '<</Fields [5 0 R 6 0 R]>>',
      '<</T (a) /FT /Tx /Kids 7 0 R>>',
      '<</T (b) /FT /Tx /Kids 7 0 R>>',
      '[8 0 R]',
      field(''),
    ),
  ],
  [
    'a structure element that names its page',
    textPdf(onePage('/StructTreeRoot <</Type /StructTreeRoot /K [<</Pg 3 0 R>>]>>')),
  ],
])('our signatures stay good, so the upload is accepted unchanged: %s', async (_, bytes) => {
  expect(await inspect(bytes)).toMatchObject({ kind: 'signable' })
})

const doubted = { kind: 'unsupported', doubted: true, detail: expect.stringContaining('would be doubted') }

test.each<[string, Uint8Array]>([
  ['a page', textPdf([...onePage(), '<</X 3 0 R>>'])],
  ['the catalog', textPdf([...onePage(), '<</X 1 0 R>>'])],
  ['the form', withForm('', '', '<</Fields []>>', '<</X 4 0 R>>')],
])('an unused object that names %s does no harm, or is left out by a repair', async (_, bytes) => {
  const first = await inspect(bytes)
  const last = first.kind === 'signable' ? first : await inspect(await rewriteDocument(bytes, 'repair'))
  expect(last).toMatchObject({ kind: 'signable' })
})

test.each<[string, Uint8Array]>([
  ['the properties', textPdf(onePage(), { trailer: '/Info 1 0 R' })],
  ['the form', textPdf(onePage('/AcroForm 1 0 R'))],
  ['a field', textPdf(onePage('/AcroForm <</Fields [1 0 R]>>'))],
  ['an annotation', textPdf(onePage('', '/Annots [1 0 R]'))],
  ['the metadata', textPdf(onePage('/Metadata 1 0 R'))],
])('a catalog that is also %s is refused, because a repair would keep that', async (_, bytes) => {
  expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ kind: 'signable' })
  expect(await inspect(bytes)).toMatchObject(doubted)
  expect(await inspect(await rewriteDocument(bytes, 'repair'))).toMatchObject(doubted)
})

test.each<[string, Uint8Array]>([
  ['the properties', textPdf(onePage(), { trailer: '/Info 3 0 R' })],
  ['the form', textPdf(onePage('/AcroForm 3 0 R'))],
  ['a field', textPdf(onePage('/AcroForm <</Fields [3 0 R]>>'))],
  ['an annotation', textPdf(onePage('', '/Annots [3 0 R]'))],
])('a page that is also %s is refused', async (_, bytes) => {
  expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ kind: 'signable' })
  expect(await inspect(bytes)).toMatchObject(doubted)
})

test.each<[string, string]>([
  ['a title', '/Info <</Title (/ByteRange [0 1 2 3])>>'],
  ['a trailer', '/Extra (/ByteRange [0 1 2 3])'],
])('words about a range in %s do not keep our signatures from being good', async (_, trailer) => {
  expect(await inspect(textPdf(onePage(), { trailer }))).toMatchObject({ kind: 'signable' })
})

test('a signature dictionary outside of the form would make ours suspicious: refused, and never rewritten', async () => {
  const bytes = textPdf([...onePage(), '<</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>'])
  expect(await inspect(bytes)).toMatchObject({ ...doubted, remedy: 'none' })
})
