import { inspectDocument } from '../screen/index.ts'
import {
  asciiBytes,
  decodeLatin1,
  isDict,
  openPdf,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { buildPdf } from '../testing/node/index.ts'
import { rewriteDocument } from './index.ts'

const FIELD = pdfRef(100)
const field = pdfDict({
  Subtype: pdfName('Widget'),
  FT: pdfName('Tx'),
  T: pdfString(asciiBytes('monto')),
  Rect: pdfArray([10, 10, 90, 30]),
  F: 4444444444,
  MK: pdfDict({ R: 90 }),
  AP: pdfDict({ N: pdfRef(101) }),
})
const look = pdfStream(pdfDict({ Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 80, 20]) }), asciiBytes('f'))
const plain = decodeLatin1(
  buildPdf({
    xref: 'table',
    extra: [field, look],
    catalog: { AcroForm: pdfDict({ Fields: pdfArray([FIELD]) }) },
    pages: [{ rotate: 180, entries: { Annots: pdfArray([FIELD]) } }],
  }),
)
/** Offsets stay: all values have the same length. */
const spelled = (pattern: string, value: string): Uint8Array =>
  asciiBytes(plain.replace('/F 4444444444', '/F 4         ').replace(pattern, value.padEnd(pattern.length)))

test('a field with flags as all readers read them is signable', () => {
  expect(inspectDocument(spelled('', ''), inflateWithNode)).toMatchObject({ kind: 'signable' })
})

test.each([
  ['flags beyond 32 bits', '/F 4         ', '/F 4294967298', 'F', undefined],
  ['flags as a real number', '/F 4         ', '/F 4.0', 'F', 4],
  ['flags with a sign', '/F 4         ', '/F +4', 'F', 4],
  ['negative flags', '/F 4         ', '/F -2', 'F', undefined],
  ['flags that are a text', '/F 4         ', '/F (2)', 'F', undefined],
  ['an escaped key', '/F 4         ', '/#46 4', 'F', 4],
  ['a rectangle of three numbers', '[10 10 90 30]', '[10 10 90]', 'Rect', undefined],
  ['a quarter turn as a real number', '/R 90', '/R 9.', 'MK', undefined],
])('an upload with %s is repaired before anybody signs', async (_, pattern, value, key, expected) => {
  const bytes = spelled(pattern, value)
  expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({
    kind: 'unsupported',
    detail: expect.stringContaining(`/${key}`),
    remedy: 'repair',
  })
  const repaired = await rewriteDocument(bytes, 'repair')
  expect(inspectDocument(repaired, inflateWithNode)).toMatchObject({ kind: 'signable' })
  const document = openPdf(repaired, { inflate: inflateWithNode })
  const list = document.objects.get(document.page(1).dict, 'Annots')
  const [item] = typeof list === 'object' && list?.kind === 'array' ? list.items : []
  const widget = document.objects.resolve(item)
  expect(isDict(widget) && widget.entries.get(key)).toBe(expected)
})
