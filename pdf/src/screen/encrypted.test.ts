import fc from 'fast-check'
import {
  asciiBytes,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { encryptedPdf, encryptionDict, encryptionForms, NO_SIGNING } from '../testing/node/encrypted-pdf.ts'
import { findingCodes } from './finding.ts'
import { inspectDocument } from './inspect-document.ts'

const FORM = 'AES, 256 bits'
const inspect = (bytes: Uint8Array) => inspectDocument(bytes, inflateWithNode)
const text = (value: string) => pdfString(asciiBytes(value))
const link = (action: Readonly<Record<string, PdfObject>>) => ({
  pages: [{ entries: { Annots: pdfArray([pdfRef(100)]) } }],
  extra: [
    pdfDict({
      Type: pdfName('Annot'),
      Subtype: pdfName('Link'),
      Rect: pdfArray([0, 0, 9, 9]),
      A: pdfDict(action),
    }),
    pdfStream(pdfDict({}), asciiBytes('app.alert(1)')),
  ],
})

describe.each(['table', 'stream'] as const)('with a cross-reference %s', (xref) => {
  test.each(encryptionForms)(
    'a link to a page is accepted, and active content is found behind the encryption: %s',
    (form) => {
      const page = link({ S: pdfName('URI'), URI: text('https://example.com/') })
      expect(inspect(encryptedPdf(form, { xref, ...page }))).toEqual({
        kind: 'signable',
        pages: 1,
        signatures: 0,
        encrypted: true,
      })
      const program = link({ S: pdfName('URI'), URI: text('javascript:alert(1)') })
      expect(inspect(encryptedPdf(form, { xref, ...program }))).toMatchObject({
        kind: 'refused',
        findings: [{ code: 'PDF_MALICIOUS_URI', removable: false }],
        remedy: 'none',
      })
      const script = link({ S: pdfName('JavaScript'), JS: pdfRef(101) })
      expect(inspect(encryptedPdf(form, { xref, ...script }))).toMatchObject({
        findings: [{ code: 'PDF_MALICIOUS_JAVASCRIPT', removable: false }],
        remedy: 'none',
      })
    },
  )
})

test('a document whose permissions forbid signing is refused for that alone', () => {
  const bytes = encryptedPdf(FORM, { xref: 'table', permissions: NO_SIGNING, ...link({ S: pdfName('Launch') }) })
  expect(inspect(bytes)).toMatchObject({ kind: 'refused', findings: [{ code: 'PDF_RESTRICTED' }], remedy: 'none' })
})

test('a document that needs a password is refused for that alone', () => {
  const dictionary = encryptionDict(FORM)
  const entries = new Map(dictionary.entries).set('U', pdfString(new Uint8Array(48)))
  const bytes = encryptedPdf(FORM, { xref: 'table', dictionary: { kind: 'dict', entries } })
  expect(inspect(bytes)).toMatchObject({ kind: 'refused', findings: [{ code: 'PDF_ENCRYPTED' }], remedy: 'none' })
})

test('a document that is not repaired says that its encryption is the reason', () => {
  const bytes = encryptedPdf(FORM, { xref: 'table', pages: [{}, { rotate: 45 }] })
  expect(inspect(bytes)).toMatchObject({ remedy: 'none' })
  const doubtful = encryptedPdf(FORM, { xref: 'table', catalog: { DSS: pdfDict({}) } })
  expect(inspect(doubtful)).toMatchObject({ kind: 'unsupported', remedy: 'none', encrypted: true })
})

test('encrypted files with changed bytes are screened without an exception', () => {
  const seeds = encryptionForms.map((form, index) =>
    encryptedPdf(form, {
      xref: index % 2 === 0 ? 'table' : 'stream',
      ...link({ S: pdfName('JavaScript'), JS: pdfRef(101) }),
    }),
  )
  const change = fc.record({ offset: fc.nat(), value: fc.nat(255) })
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 12 }), (seed, changes) => {
      const bytes = Uint8Array.from(seed)
      for (const { offset, value } of changes) bytes[offset % bytes.length] = value
      const inspection = inspect(bytes)
      if (inspection.kind === 'refused')
        for (const { code } of inspection.findings) expect(findingCodes).toContain(code)
    }),
    { numRuns: 500 },
  )
})
