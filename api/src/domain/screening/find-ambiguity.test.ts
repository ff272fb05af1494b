import { asciiBytes, concatBytes, pdfArray, pdfDict, pdfName, pdfRef, pdfStream } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { inspectDocument } from 'pdf/screen'
import { buildPdf } from 'pdf/testing/node'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { blackPng, createTestPki, signTwice } from '../signing/test-support/signing.ts'
import { rewriteBytes } from './test-support/rewrite-bytes.ts'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const plain = buildPdf({ xref: 'table' })
/** No offset before the table changes. */
const respell = (pattern: RegExp, replacement: string): Uint8Array =>
  asciiBytes(text(plain).replace(pattern, replacement))

const picture = (type: string) =>
  pdfStream(
    pdfDict({ Type: pdfName(type), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 9, 9]) }),
    asciiBytes('0 0 9 9 re f'),
  )
const drawing = (xobject: number, extra = picture('XObject')) =>
  buildPdf({
    xref: 'stream',
    extra: [extra],
    pages: [{ entries: { Resources: pdfDict({ XObject: pdfDict({ Im0: pdfRef(xobject) }) }) } }],
  })

const odd: readonly (readonly [string, Uint8Array, string])[] = [
  ['bytes after the end', concatBytes([plain, asciiBytes('9 0 obj\n1\nendobj\n%%EOF\n')]), 'a comment'],
  ['an object that no table lists', respell(/xref\n/, '9 0 obj\n1\nendobj\nxref\n'), 'cross-reference'],
  ['pages behind a hybrid index', buildPdf({ xref: 'hybrid' }), 'older readers do not see'],
  ['entries of 21 bytes', respell(/ \n(?=\d{10}|trailer)/g, ' \n\n'), 'inexact cross-reference'],
  ['a comment after startxref', respell(/startxref\n/, 'startxref\n%\n'), 'startxref'],
  ['a split subsection header', respell(/xref\n0 202/, 'xref\n0\n202'), 'inexact cross-reference'],
  ['an object before the header', buildPdf({ xref: 'table', prefix: '9 0 obj\n1\nendobj\n' }), 'header'],
  [
    'a store of evidence',
    buildPdf({ xref: 'table', catalog: { DSS: pdfDict({ Extra: pdfRef(10) }) } }),
    'security store',
  ],
  ['a missing object that a page draws', drawing(150), 'missing'],
  ['a picture of /Type /XRef', drawing(100, picture('XRef')), 'what its /Type says'],
  ['a picture of /Type /ObjStm', drawing(100, picture('ObjStm')), 'what its /Type says'],
  ['an object stream that a page draws', drawing(200), 'holds the file together'],
]

test('a file with an xref table, an xref stream or leading empty lines is signable without repair', () => {
  for (const bytes of [plain, drawing(100), buildPdf({ xref: 'table', prefix: '\n\n' })]) {
    expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ kind: 'signable' })
  }
})

test.each(odd)('a file with %s needs a repair before the first signature', (_, bytes, detail) => {
  const found = inspectDocument(bytes, inflateWithNode)
  // The strict reader rejects a moved object already.
  if (found.kind === 'refused') expect(found).toMatchObject({ remedy: 'repair', findings: [{ code: 'PDF_CORRUPT' }] })
  else expect(found).toEqual({ kind: 'unsupported', detail: expect.stringContaining(detail), remedy: 'repair' })
})

test('each ambiguous file is signable after its repair', async () => {
  for (const [, bytes] of odd) {
    const copy = await rewriteBytes(bytes, 'repair')
    expect(inspectDocument(copy ?? new Uint8Array(), inflateWithNode)).toMatchObject({ kind: 'signable' })
  }
})

test('the inspection offers no repair for a signed file with bytes after its end', async () => {
  const { final } = await signTwice(createPdfSigner(await createTestPki()), plain, blackPng(4, 4))
  expect(inspectDocument(final, inflateWithNode)).toMatchObject({ kind: 'signable', signatures: 2 })
  const longer = concatBytes([final, asciiBytes('9 0 obj\n1\nendobj\n%%EOF\n')])
  expect(inspectDocument(longer, inflateWithNode)).toMatchObject({ kind: 'unsupported', remedy: 'none' })
})
