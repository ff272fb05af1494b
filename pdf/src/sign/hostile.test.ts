import fc from 'fast-check'
import { asciiBytes, openPdf, PdfError, pdfArray, pdfDict, pdfName, pdfRef, pdfString } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { buildPdf } from '../testing/node/build-pdf.ts'
import { encryptedPdf, encryptionForms } from '../testing/node/encrypted-pdf.ts'
import { prepareFields } from './prepare-fields.ts'

/** Of processor time. */
const MOST_MICROSECONDS = 2_000_000

/** Expects success or a `PdfError`, in bounded time. */
function readAll(bytes: Uint8Array): void {
  const started = process.cpuUsage()
  try {
    const document = openPdf(bytes, { inflate: inflateWithNode })
    for (const page of document.pages()) page.view()
    document.signatureFields()
    prepareFields(bytes, [{ name: 'x', page: 1, rect: { x: 0, y: 0, width: 0.1, height: 0.1 }, tooltip: '' }])
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
  }
  expect(process.cpuUsage(started).user).toBeLessThan(MOST_MICROSECONDS)
}

const optionsOf = (xref: 'table' | 'stream' | 'hybrid') => ({
  xref,
  pages: [{ rotate: 90 }, {}],
  catalog: { AcroForm: pdfDict({ Fields: pdfArray([pdfRef(100)]) }) },
  extra: [pdfDict({ FT: pdfName('Sig'), T: pdfString(asciiBytes('old')) })],
})

const seeds = [
  ...(['table', 'stream', 'hybrid'] as const).map((xref) => buildPdf(optionsOf(xref))),
  ...encryptionForms.map((form, index) => encryptedPdf(form, optionsOf(index % 2 === 0 ? 'table' : 'stream'))),
]

test('documents with changed bytes are read or refused with a PdfError, in bounded time', () => {
  const change = fc.record({ offset: fc.nat(), value: fc.nat(255) })
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 8 }), (seed, changes) => {
      const bytes = Uint8Array.from(seed)
      for (const { offset, value } of changes) bytes[offset % bytes.length] = value
      readAll(bytes)
    }),
    { numRuns: 1_000 },
  )
})

test('documents with a changed number are read or refused with a PdfError, in bounded time', () => {
  const numbers = ['0', '1', '2', '10', '100', '201', '99999', '4294967296', '9999999999', '-1', '1.5', '[', '<<']
  const pick = fc.tuple(fc.constantFrom(...seeds), fc.nat(), fc.constantFrom(...numbers))
  fc.assert(
    fc.property(pick, ([seed, at, replacement]) => {
      const text = Buffer.from(seed).toString('latin1')
      const found = [...text.matchAll(/\d+/g)]
      const match = found[at % found.length]
      if (match === undefined) return
      readAll(asciiBytes(text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length)))
    }),
    { numRuns: 1_000 },
  )
})

test('documents cut short or assembled from pieces are read or refused with a PdfError, in bounded time', () => {
  const piece = fc.tuple(fc.constantFrom(...seeds), fc.nat(), fc.nat()).map(([seed, a, b]) => {
    const [from, to] = [a % seed.length, b % seed.length]
    return seed.subarray(Math.min(from, to), Math.max(from, to))
  })
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
      readAll(new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...pieces])))
    }),
    { numRuns: 500 },
  )
})

const head = '%PDF-1.7\n'
const trailerOf = (position: number, extra = ''): string =>
  `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1 /Root 1 0 R ${extra}>>\nstartxref\n${position}\n%%EOF\n`

test.each<[string, string]>([
  ['a megabyte of opening brackets', '['.repeat(1_000_000)],
  ['a megabyte of opening dictionaries', '<</A'.repeat(250_000)],
  ['a megabyte of numbers', '1 '.repeat(500_000)],
  ['a megabyte of comments', '%\n'.repeat(500_000)],
  ['a megabyte of digits', '1'.repeat(1_000_000)],
  ['a megabyte of backslashes', `(${'\\'.repeat(1_000_000)}`],
  ['a megabyte of startxref', 'startxref\n'.repeat(100_000)],
])('%s is read or refused with a PdfError, in bounded time', (_, filler) => {
  readAll(asciiBytes(`${head}${filler}\n${trailerOf(head.length + filler.length + 1)}`))
  // Readers certainly parse trailer entries.
  readAll(asciiBytes(`${head}${trailerOf(head.length, `/X ${filler}`)}`))
})

test('a thousand revisions that each list all objects are read or refused with a PdfError, in bounded time', () => {
  let text = `${head}1 0 obj\n<</Type/Catalog>>\nendobj\n`
  let previous = ''
  for (let i = 0; i < 1_100; i++) {
    const position = text.length
    const entries = '0000000009 00000 n \n'.repeat(100)
    text += `xref\n0 100\n${entries}trailer\n<</Size 100 /Root 1 0 R ${previous}>>\nstartxref\n${position}\n%%EOF\n`
    previous = `/Prev ${position}`
  }
  readAll(asciiBytes(text))
})

test('a chain of references and a self-reference are read or refused with a PdfError, in bounded time', () => {
  const chain = Array.from({ length: 60 }, (_, index) => pdfRef(101 + index))
  readAll(buildPdf({ xref: 'table', catalog: { Pages: pdfRef(100) }, extra: chain }))
  readAll(buildPdf({ xref: 'table', catalog: { Pages: pdfRef(100) }, extra: [pdfRef(100)] }))
})
