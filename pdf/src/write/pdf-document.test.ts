import { deflateSync } from 'node:zlib'
import { prepareFields } from '../sign/prepare-fields.ts'
import type { PdfErrorCode, PdfLimits } from '../syntax/index.ts'
import {
  asciiBytes,
  concatBytes,
  openPdf,
  type PdfDocument,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  serializeObject,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { buildPdf } from '../testing/node/build-pdf.ts'

/** Of processor time. */
const MOST_MICROSECONDS = 1_000_000
const open = (bytes: Uint8Array, limits?: Partial<PdfLimits>): PdfDocument =>
  openPdf(bytes, { inflate: inflateWithNode, ...(limits === undefined ? {} : { limits }) })

const withCode = (code: PdfErrorCode) => expect.objectContaining({ code })
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const edit = (bytes: Uint8Array, from: string | RegExp, to: string): Uint8Array => {
  const before = text(bytes)
  const after = before.replace(from, to)
  if (after === before) throw new Error(`nothing to replace: ${from}`)
  return asciiBytes(after)
}

const kinds = ['table', 'stream', 'hybrid'] as const

test.each(['stream', 'hybrid'] as const)(
  'a document with cross-reference %s and LZW opens, and a damaged or oversized stream is refused',
  (xref) => {
    const bytes = buildPdf({ xref, pages: [{}, { rotate: 90 }], filter: 'LZWDecode' })
    expect(text(bytes)).toContain('/LZWDecode')
    expect(open(bytes).page(2).view().rotate).toBe(90)
    expect(() => open(bytes, { inflatedStream: 100 }).pages()).toThrow(withCode('PDF_BOMB'))
    expect(() => open(edit(bytes, /(First \d+ .*?stream\n)../s, '$1\xff\xff')).pages()).toThrow(
      withCode('PDF_MALFORMED'),
    )
  },
)

describe.each(kinds)('a document with cross-reference %s', (xref) => {
  const kind = xref === 'stream' ? 'stream' : 'table'

  test('the document opens with its pages, boxes and rotation', () => {
    const document = open(buildPdf({ xref, pages: [{}, { rotate: 90, cropBox: [10, 10, 300, 400] }] }))
    expect(document.newest.kind).toBe(kind)
    expect(document.pageCount).toBe(2)
    expect(document.page(1).view()).toEqual({ cropBox: { x0: 0, y0: 0, x1: 595, y1: 842 }, rotate: 0 })
    expect(document.page(2).view()).toEqual({ cropBox: { x0: 10, y0: 10, x1: 300, y1: 400 }, rotate: 90 })
    expect(document.signatureFields()).toEqual([])
    expect(document.acroForm()).toBeUndefined()
  })

  test('the document opens with bytes before its header', () => {
    const document = open(buildPdf({ xref, prefix: 'HTTP/1.1 200 OK\r\n\r\n' }))
    expect(document.headerOffset).toBe(19)
    expect(document.pageCount).toBe(1)
  })

  test('the pages inherit boxes and rotation from the page tree', () => {
    const pages = [{ mediaBox: [0, 0, 200, 100], rotate: -90 }, {}]
    const document = open(buildPdf({ xref, pages, inherit: true }))
    expect(document.page(2).view()).toEqual({ cropBox: { x0: 0, y0: 0, x1: 200, y1: 100 }, rotate: 270 })
  })

  test('the reader follows the chain of revisions', () => {
    let bytes = buildPdf({ xref })
    for (let i = 1; i <= 3; i++) {
      const rect = { x: 0.1, y: 0.2 * i, width: 0.2, height: 0.1 }
      bytes = concatBytes([bytes, prepareFields(bytes, [{ name: `field_${i}`, page: 1, rect, tooltip: '' }])])
    }
    const document = open(bytes)
    expect(document.sections.map((section) => section.kind)).toEqual([kind, kind, kind, kind])
    expect(document.signatureFields().map((field) => [field.name, field.signed])).toEqual([
      ['field_1', false],
      ['field_2', false],
      ['field_3', false],
    ])
  })

  test('a document that is encrypted by an unknown handler is refused', () => {
    // The last /Size is in the newest trailer, after all offsets.
    const encrypted = edit(buildPdf({ xref }), /\/Size 202(?!.*\/Size)/s, '/Encrypt <</Filter /Own>> /Size 202')
    expect(() => open(encrypted)).toThrow(withCode('PDF_ENCRYPTED'))
  })
})

const plain = buildPdf({ xref: 'table' })

test.each<[string, Uint8Array, PdfErrorCode]>([
  ['nothing', new Uint8Array(), 'PDF_NOT_A_PDF'],
  ['something else', asciiBytes('PK\x03\x04 this is an archive'), 'PDF_NOT_A_PDF'],
  ['a header only', asciiBytes('%PDF-1.7\n'), 'PDF_MALFORMED'],
  ['a truncated file', plain.subarray(0, plain.length - 60), 'PDF_MALFORMED'],
  ['no %%EOF', edit(plain, '%%EOF', '%EOF'), 'PDF_MALFORMED'],
  ['an offset past the end', edit(plain, /startxref\n\d+/, 'startxref\n99999'), 'PDF_MALFORMED'],
  ['an offset that is wrong', edit(plain, /startxref\n(\d+)/, 'startxref\n12'), 'PDF_MALFORMED'],
  ['no root', edit(plain, '/Root 1 0 R', '/Toor 1 0 R'), 'PDF_MALFORMED'],
  ['a root that is no dictionary', edit(plain, '/Root 1 0 R', '/Root 5 0 R'), 'PDF_MALFORMED'],
  ['a loop of sections', edit(plain, /\/Size 202(.*startxref\n)(\d+)/s, '/Prev $2 /Size 202$1$2'), 'PDF_MALFORMED'],
  ['another object than listed', edit(plain, '1 0 obj', '3 0 obj'), 'PDF_MALFORMED'],
])('the reader refuses %s', (_, bytes, code) => {
  expect(() => open(bytes).pages()).toThrow(withCode(code))
})

describe('limits', () => {
  test('too many object numbers are refused as too complex', () => {
    const bytes = edit(plain, '/Size 202', '/Size 999999999')
    expect(() => open(bytes)).toThrow(withCode('PDF_TOO_COMPLEX'))
  })

  test('a subsection of a million million entries is refused as too complex', () => {
    const bytes = edit(plain, 'xref\n0 202', 'xref\n0 999999999999')
    expect(() => open(bytes)).toThrow(withCode('PDF_TOO_COMPLEX'))
  })

  test('too many revisions are refused as too complex', () => {
    let bytes = plain
    for (let i = 0; i < 3; i++) bytes = concatBytes([bytes, prepareFields(bytes, [])])
    expect(open(bytes).sections).toHaveLength(4)
    expect(() => open(bytes, { sections: 3 })).toThrow(withCode('PDF_TOO_COMPLEX'))
  })

  test('too many pages are refused as too complex', () => {
    const bytes = buildPdf({ xref: 'table', pages: Array.from({ length: 20 }, () => ({})) })
    expect(() => open(bytes, { treeNodes: 20 }).pages()).toThrow(withCode('PDF_TOO_COMPLEX'))
  })

  test('an object stream that inflates beyond a limit is refused as a bomb', () => {
    const bytes = buildPdf({ xref: 'stream' })
    expect(() => open(bytes, { inflatedStream: 100 })).toThrow(withCode('PDF_BOMB'))
    expect(() => open(bytes, { inflatedTotal: 1_700 })).toThrow(withCode('PDF_BOMB'))
  })
})

function withXrefStream(entries: Parameters<typeof pdfDict>[0], data: Uint8Array): Uint8Array {
  const head = asciiBytes('%PDF-1.7\n')
  const object = pdfStream(
    pdfDict({ Type: pdfName('XRef'), Size: 10, Root: pdfRef(1), Filter: pdfName('FlateDecode'), ...entries }),
    new Uint8Array(deflateSync(data)),
  )
  const end = asciiBytes(`\nendobj\nstartxref\n${head.length}\n%%EOF\n`)
  return concatBytes([head, asciiBytes('5 0 obj\n'), serializeObject(object), end])
}

test.each<[string, Parameters<typeof pdfDict>[0], number, PdfErrorCode]>([
  ['entries without width', { W: pdfArray([0, 0, 0]), Index: pdfArray([0, 8_000_000]) }, 0, 'PDF_MALFORMED'],
  [
    'more entries than the limit',
    { W: pdfArray([0, 1, 0]), Index: pdfArray([0, 8_000_000]) },
    9_000_000,
    'PDF_TOO_COMPLEX',
  ],
  ['fewer bytes than entries', { W: pdfArray([1, 2, 1]), Index: pdfArray([0, 500_000]) }, 100, 'PDF_MALFORMED'],
  ['a bomb', { W: pdfArray([1, 2, 1]) }, 100_000_000, 'PDF_BOMB'],
  ['numbers beyond what can be counted', { W: pdfArray([1, 8, 1]) }, 100, 'PDF_MALFORMED'],
  ['a filter that is unknown', { W: pdfArray([1, 2, 1]), Filter: pdfName('RunLengthDecode') }, 100, 'PDF_UNSUPPORTED'],
  ['two filters', { W: pdfArray([1, 2, 1]), Filter: pdfArray([pdfName('Fl'), pdfName('Fl')]) }, 100, 'PDF_UNSUPPORTED'],
  ['a TIFF predictor', { W: pdfArray([1, 2, 1]), DecodeParms: pdfDict({ Predictor: 2 }) }, 100, 'PDF_UNSUPPORTED'],
])('a cross-reference stream with %s is refused within one second of processor time', (_, entries, length, code) => {
  const bytes = withXrefStream(entries, new Uint8Array(length).fill(0xff))
  const started = process.cpuUsage()
  expect(() => open(bytes)).toThrow(withCode(code))
  expect(process.cpuUsage(started).user).toBeLessThan(MOST_MICROSECONDS)
})

describe('the page tree', () => {
  test.each([
    ['a loop', pdfArray([pdfRef(100)])],
    ['a page that is there twice', pdfArray([pdfRef(10), pdfRef(10)])],
  ])('a page tree with %s is refused', (_, kids) => {
    const extra = [pdfDict({ Type: pdfName('Pages'), Kids: kids })]
    const bytes = buildPdf({ xref: 'table', catalog: { Pages: pdfRef(100) }, extra })
    expect(() => open(bytes).pages()).toThrow(withCode('PDF_MALFORMED'))
  })

  test.each([
    ['a page with kids', pdfDict({ Type: pdfName('Page'), Kids: pdfArray([]) })],
    ['a list without kids', pdfDict({ Type: pdfName('Pages') })],
    ['a number', 42],
  ])('a page tree whose root is %s is refused', (_, root) => {
    const bytes = buildPdf({ xref: 'table', catalog: { Pages: pdfRef(100) }, extra: [root] })
    expect(() => open(bytes).pages()).toThrow(withCode('PDF_MALFORMED'))
  })

  test('a page number that does not exist is refused', () => {
    const document = open(plain)
    for (const page of [0, 2, -1, 1.5]) expect(() => document.page(page)).toThrow(withCode('PDF_PAGE_NOT_FOUND'))
  })

  test.each([
    ['rotated by 45 degrees', { rotate: 45 }],
    ['without an area', { mediaBox: [0, 0, 0, 100] }],
    ['with a box of three numbers', { mediaBox: [0, 0, 100] }],
  ])('the reader refuses the view of a page %s', (_, page) => {
    const document = open(buildPdf({ xref: 'table', pages: [page] }))
    expect(() => document.page(1).view()).toThrow(withCode('PDF_MALFORMED'))
  })

  test.each([
    ['from any corners', [300, 400, 10, 20], { x0: 10, y0: 20, x1: 300, y1: 400 }],
    ['cut to the media box', [-50, 100, 9999, 200], { x0: 0, y0: 100, x1: 595, y1: 200 }],
    ['ignored outside of the media box', [1000, 1000, 2000, 2000], { x0: 0, y0: 0, x1: 595, y1: 842 }],
  ])('a crop box is %s', (_, cropBox, expected) => {
    const document = open(buildPdf({ xref: 'table', pages: [{ cropBox }] }))
    expect(document.page(1).view().cropBox).toEqual(expected)
  })
})

describe('the form', () => {
  const text = (value: string) => pdfString(asciiBytes(value))

  test('the form lists signature fields below their parents, with the inherited type', () => {
    const document = open(
      buildPdf({
        xref: 'table',
        catalog: { AcroForm: pdfDict({ Fields: pdfArray([pdfRef(100), pdfRef(101)]) }) },
        extra: [
          pdfDict({ T: text('person'), FT: pdfName('Sig'), Kids: pdfArray([pdfRef(102)]) }),
          pdfDict({ T: text('name'), FT: pdfName('Tx') }),
          pdfDict({ T: text('first'), V: pdfDict({ Type: pdfName('Sig') }), Kids: pdfArray([pdfRef(103)]) }),
          pdfDict({ Subtype: pdfName('Widget') }),
        ],
      }),
    )
    const fields = document.signatureFields().map((field) => [field.name, field.signed, field.ref])
    expect(fields).toEqual([['person.first', true, pdfRef(102)]])
  })

  test('a loop of fields is refused', () => {
    const document = open(
      buildPdf({
        xref: 'table',
        catalog: { AcroForm: pdfDict({ Fields: pdfArray([pdfRef(100)]) }) },
        extra: [pdfDict({ T: text('a'), Kids: pdfArray([pdfRef(100)]) })],
      }),
    )
    expect(() => document.signatureFields()).toThrow(withCode('PDF_MALFORMED'))
  })
})
