import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  asciiBytes,
  concatBytes,
  isRef,
  openPdf,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  pdfRef,
  serializeObject,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import {
  drawPage,
  GREEN_CONTENTS,
  hasTool,
  object0InUse,
  producerForms,
  type Rendering,
  renderPage,
  rowsOf19Bytes,
  wordFile,
} from '../testing/node/index.ts'
import { inspectDocument } from './inspect-document.ts'

const forms = Object.entries(producerForms)
const open = (bytes: Uint8Array): PdfDocument => openPdf(bytes, { inflate: inflateWithNode })
const inspect = (bytes: Uint8Array) => inspectDocument(bytes, inflateWithNode)
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Red in gray is 76, green 150. */
const shadeOf = ({ pixels, width }: Rendering): number => pixels[width * 5 + 5] ?? -1

test.each(forms)('an upload in this form is signable as it is: %s', (_, write) => {
  expect(inspect(write())).toMatchObject({ kind: 'signable', pages: 1, signatures: 0 })
})

test.each([...forms, ['rows of 19 bytes', rowsOf19Bytes], ['object 0 in use', object0InUse]] as const)(
  'an object that no table lists needs a repair in this form, too: %s',
  (_, write) => {
    expect(inspect(write(GREEN_CONTENTS))).toMatchObject({ kind: 'unsupported', remedy: 'repair' })
  },
)

// A reader that searches for objects would draw the green page.
if (hasTool('mutool') && hasTool('pdftoppm')) {
  test.each(forms)('MuPDF and poppler read this form by its tables, without a search: %s', (_, write) => {
    const bytes = write(GREEN_CONTENTS)
    const [red, shown, drawn] = [renderPage(write(), 1, 36), renderPage(bytes, 1, 36), drawPage(bytes, 1, 36)]
    expect(shadeOf(shown)).toBe(shadeOf(red))
    expect(Math.abs(shadeOf(drawn) - shadeOf(red))).toBeLessThan(10)
  })
} else test.skip('readers of producers’ forms (skipped: mutool or pdftoppm is missing)', () => {})

/** The text of the page looks like an object. */
const hiding = (bytes: Uint8Array): Uint8Array => asciiBytes(text(bytes).replace('(Contrato)', '(4 0 obj )'))

test('a text that looks like an object is no damage where all readers use the tables', () => {
  expect(inspect(hiding(wordFile()))).toMatchObject({ kind: 'signable' })
})

test.each([
  ['rows of 19 bytes (PDFium)', rowsOf19Bytes()],
  ['object 0 in use (pdf.js)', object0InUse()],
  ['bytes before its header (MuPDF)', concatBytes([asciiBytes('\n'), wordFile()])],
])('a file with %s is searched for objects, so that nothing may look like one', (_, bytes) => {
  expect(inspect(bytes)).toMatchObject({ kind: 'signable' })
  expect(inspect(hiding(bytes))).toMatchObject({ kind: 'unsupported', remedy: 'repair' })
})

test.each(['/Coun 1', '/Count 0', '/Count(1)'])('a page tree with %s needs a repair', (count) => {
  const bytes = asciiBytes(text(wordFile()).replace('/Count 1', count.padEnd(8)))
  expect(inspect(bytes)).toMatchObject({ kind: 'unsupported', remedy: 'repair' })
})

/** Everything but the logical structure, by object number. */
function reachable(document: PdfDocument): Map<number, string> {
  const found = new Map<number, string>()
  const open: PdfRef[] = [document.catalogRef]
  for (let target = open.pop(); target !== undefined; target = open.pop()) {
    if (found.has(target.num)) continue
    const object = document.objects.resolve(target)
    found.set(target.num, text(serializeObject(object)))
    open.push(...refsIn(object))
  }
  return found
}

function refsIn(value: PdfObject): PdfRef[] {
  if (typeof value !== 'object' || value === null) return []
  if (isRef(value)) return [value]
  if (value.kind === 'array') return value.items.flatMap(refsIn)
  if (value.kind === 'stream') return refsIn(value.dict)
  if (value.kind !== 'dict') return []
  return [...value.entries].flatMap(([key, entry]) => (key === 'StructTreeRoot' ? [] : refsIn(entry)))
}

/** As a reader of PDF 1.4 sees it. */
const withoutXRefStm = (bytes: Uint8Array): Uint8Array => asciiBytes(text(bytes).replaceAll('/XRefStm', '/IgnoreX'))

const hybrids = forms.filter(([, write]) => text(write()).includes('/XRefStm'))

test('three forms are hybrid', () => expect(hybrids).toHaveLength(3))

test.each(hybrids)('readers with and without /XRefStm reach the same objects in this form: %s', (_, write) => {
  const [full, plain] = [open(write()), open(withoutXRefStm(write()))]
  expect(full.objects.resolve(pdfRef(6, 0))).not.toBeNull()
  expect(plain.objects.resolve(pdfRef(6, 0))).toBeNull()
  expect([...reachable(full)].sort()).toEqual([...reachable(plain)].sort())
})

const used = (num: number) => (made: { used(...numbers: number[]): readonly (readonly [number, number, number])[] }) =>
  [1, 2, 3, 4, 5].flatMap((each) => made.used(each === num ? 5 : each))
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>'

const ambiguous: readonly (readonly [string, Uint8Array, string])[] = [
  ['moves a page that the table lists', wordFile({ listed: used(3) }), 'moves object 3'],
  ['moves the contents that the table lists', wordFile({ listed: used(4) }), 'moves object 4'],
  [
    'frees an object that the table lists',
    wordFile({ listed: (made) => [...made.used(1, 2, 3, 4), [0, 0, 0]] }),
    'moves object 5',
  ],
  ['gives a second number to an object', wordFile({ more: [1, 15, 0] }), 'object 20 is not where it is listed'],
  ['leads out of the file', wordFile({ more: [1, 999_999, 0] }), 'object 20 is not where it is listed'],
  ['leads to an object stream that is not there', wordFile({ more: [2, 4_000, 0] }), 'object 20 is not where'],
  [
    'lists one object of a stream only',
    wordFile({
      hidden: [
        [2, 8, 0],
        [0, 0, 0],
      ],
    }),
    'what its /Type says',
  ],
  [
    'holds what a page draws',
    asciiBytes(text(wordFile()).replace('/F1 5 0 R', '/F1 6 0 R')),
    'older readers do not see',
  ],
  ['holds a page', asciiBytes(text(wordFile()).replace('[3 0 R]', '[6 0 R]')), ''],
  ['is cut short', asciiBytes(text(wordFile()).replace('/W[1 4 2]', '/W[1 4 1]')), 'inexact'],
]

test.each(ambiguous)('an upload needs a repair if its hybrid stream %s', (_, bytes, detail) => {
  const found = inspect(bytes)
  if (found.kind === 'unsupported') expect(found.detail).toContain(detail)
  expect(found).toMatchObject({ remedy: 'repair' })
  expect(found.kind).not.toBe('signable')
})

test('an update needs a repair if it hides another page behind the hybrid stream', () => {
  const base = wordFile()
  const start = base.length
  const end = `xref\n3 1\n${String(start).padStart(10, '0')} 00000 n\r\ntrailer\n<</Size 10/Root 1 0 R/Prev 1>>\n`
  const longer = concatBytes([base, asciiBytes(`3 0 obj\n${page}\nendobj\n${end}startxref\n${start + 90}\n%%EOF\n`)])
  expect(inspect(longer)).toMatchObject({ remedy: 'repair' })
})

/** Real files of Word and Excel, if available. */
const FOLDER = resolve(__dirname, '../../../../shared/pdfs/producers')
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.pdf')) : []

if (files.length === 0) test.skip('files of office programs (skipped: ../shared/pdfs is missing)', () => {})
else {
  test.each(files)('%s is signable as it is, and says the same to readers without /XRefStm', (file) => {
    const bytes = new Uint8Array(readFileSync(resolve(FOLDER, file)))
    expect(inspect(bytes)).toMatchObject({ kind: 'signable' })
    expect([...reachable(open(bytes))].sort()).toEqual([...reachable(open(withoutXRefStm(bytes)))].sort())
  })
}
