import { asciiBytes } from '../../syntax/index.ts'

const CONTENT = '1 0 0 rg 0 0 200 200 re f 0 g BT /F1 20 Tf 40 90 Td (Contrato) Tj ET'
const streamOf = (data: string, entries = ''): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`
const BODIES: Readonly<Record<number, string>> = {
  1: '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
  4: streamOf(CONTENT),
  5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
}
const STRUCTURE = ['<</Type/StructTreeRoot/K 7 0 R>>', '<</Type/StructElem/S/Document/P 6 0 R>>']
const ROOT = '/Root 1 0 R'
const ALL = [1, 2, 3, 4, 5]
/** Of a cross-reference stream: type and two values. */
type Row = readonly [number, number, number]
/** In object stream 8. */
const HIDDEN: readonly Row[] = [
  [2, 8, 0],
  [2, 8, 1],
]

const line = (offset: number, gen = 0, type = 'n'): string =>
  `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} ${type}\r\n`

/** Writes a file by hand; methods return the draft. */
class Draft {
  text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  readonly offsets = new Map<number, number>()
  readonly #unlisted: string

  constructor(unlisted = '') {
    this.#unlisted = unlisted
  }

  add(text: string): this {
    this.text += text
    return this
  }

  object(num: number, body = BODIES[num] ?? 'null'): this {
    this.offsets.set(num, this.text.length)
    return this.add(`${num} 0 obj\n${body}\nendobj\n${num === 4 ? this.#unlisted : ''}`)
  }

  objects(numbers: readonly number[]): this {
    for (const num of numbers) this.object(num)
    return this
  }

  lines(first: number, count: number): string {
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    return numbers.map((num) => (this.offsets.has(num) ? line(this.at(num)) : line(0, 65_535, 'f'))).join('')
  }

  table(first: number, count: number, trailer: string): this {
    return this.add(`xref\n${first} ${count}\n${this.lines(first, count)}trailer\n<<${trailer}>>\n`)
  }

  start(offset: number): this {
    return this.add(`startxref\n${offset}\n%%EOF\n`)
  }

  /** Structure elements 6 and 7 in object stream 8. */
  hiddenStructure(): this {
    const [root = '', element = ''] = STRUCTURE
    const header = `6 0 7 ${root.length + 1} `
    return this.object(8, streamOf(`${header}${root} ${element}`, `/Type/ObjStm/N 2/First ${header.length}`))
  }

  section(num: number, rows: readonly Row[], entries: string): this {
    const bytes = rows.flatMap(([type, second, third]) => [
      type,
      ...[24, 16, 8, 0].map((shift) => (second >>> shift) & 255),
      third >> 8,
      third & 255,
    ])
    return this.object(num, streamOf(String.fromCharCode(...bytes), `/Type/XRef/W[1 4 2]${entries}`))
  }

  at(num: number): number {
    return this.offsets.get(num) ?? 0
  }

  used(...numbers: readonly number[]): Row[] {
    return numbers.map((num) => [1, this.at(num), 0])
  }

  bytes(): Uint8Array {
    return asciiBytes(this.text)
  }
}

export interface HybridOptions {
  /** Rows of the stream for objects 6 and 7. */
  readonly hidden?: readonly Row[]
  /** Row of the stream for object 20. */
  readonly more?: Row
  /** Rows of the stream for objects 1 to 5. */
  readonly listed?: (draft: { used(...numbers: readonly number[]): Row[] }) => readonly Row[]
  readonly unlisted?: string
  /** Between the two sections. */
  readonly between?: (first: number) => string
}

/**
 * Word and Excel, 2010 to 365: an empty second section, whose
 * stream adds the logical structure to the table.
 */
export function wordFile(options: HybridOptions = {}): Uint8Array {
  const { hidden = HIDDEN, more, listed = (made) => made.used(...ALL), unlisted, between } = options
  const draft = new Draft(unlisted).objects(ALL).hiddenStructure()
  const rows = [[0, 0, 65_535] as const, ...listed(draft), ...hidden, ...draft.used(8)]
  if (more === undefined) draft.section(9, rows, `/Size 9${ROOT}`)
  else draft.section(9, [...rows, more], `/Size 21/Index[0 9 20 1]${ROOT}`)
  const first = draft.text.length
  draft.table(0, 10, `/Size 10${ROOT}`)
  if (between === undefined) draft.start(first)
  else draft.add(between(first))
  const second = draft.text.length
  const trailer = `/Size 10${ROOT}/Prev ${first}/XRefStm ${draft.at(9)}`
  return draft.add(`xref\n0 0\ntrailer\n<<${trailer}>>\n`).start(second).bytes()
}

/** Of ten digits, known later. */
const LATER = '##########'
const settle = (text: string, ...offsets: readonly number[]): string =>
  offsets.reduce((settled, offset) => settled.replace(LATER, String(offset).padStart(10, '0')), text)

/** Acrobat 6 to 9: the first section of a linearised file is hybrid. */
function linearisedHybrid(unlisted?: string): Uint8Array {
  const draft = new Draft(unlisted).object(10, '<</Linearized 1/N 1>>')
  const first = draft.text.length
  draft.add(`xref\n9 2 \n${LATER} 00000 n\r\n${line(draft.at(10))}trailer\n`)
  draft.add(`<</Size 11/Prev ${LATER}/XRefStm ${LATER}${ROOT}>>\n`).start(0)
  draft.section(9, HIDDEN, '/Size 8/Index[6 2]').objects(ALL).hiddenStructure()
  const main = draft.text.length
  draft.table(0, 9, '/Size 9').start(first)
  return asciiBytes(settle(draft.text, draft.at(9), main, draft.at(9)))
}

/** qpdf: cross-reference streams, the first one without `startxref`. */
function linearisedStreams(unlisted: string | undefined): Uint8Array {
  // Twice, because the first section says what follows.
  const write = (known: Draft): Draft => {
    const draft = new Draft(unlisted).object(10, '<</Linearized 1/N 1>>')
    draft.section(9, known.used(...ALL, 9), `/Size 13/Index[1 5 9 1]/Prev ${LATER}${ROOT}`).objects(ALL)
    draft.section(12, [[0, 0, 65_535], ...draft.used(10), [1, draft.text.length, 0]], '/Size 13/Index[0 1 10 1 12 1]')
    return draft.start(draft.at(9))
  }
  const draft = write(write(new Draft()))
  return asciiBytes(settle(draft.text, draft.at(12)))
}

/** One cross-reference stream for all. */
function streamFile(unlisted: string | undefined, last: (draft: Draft, at: number) => readonly Row[]): Uint8Array {
  const draft = new Draft(unlisted).objects(ALL)
  const at = draft.text.length
  const rows: readonly Row[] = [[0, 0, 65_535], ...draft.used(...ALL), ...last(draft, at)]
  return draft.section(6, rows, `/Size ${rows.length}${ROOT}`).start(at).bytes()
}

/** @param change of the text from the table on, which has no offset */
function tableFile(unlisted: string | undefined, change: (end: string) => string, size = 6): Uint8Array {
  const draft = new Draft(unlisted).objects(ALL)
  const { length } = draft.text
  draft.table(0, 6, `/Size ${size}${ROOT}`).start(length)
  return asciiBytes(draft.text.slice(0, length) + change(draft.text.slice(length)))
}

/** Objects in a special form, before an ordinary table. */
function objectsFile(unlisted: string | undefined, write: (draft: Draft) => void): Uint8Array {
  const draft = new Draft(unlisted)
  write(draft)
  const { length } = draft.text
  return draft.table(0, 6, `/Size 6${ROOT}`).start(length).bytes()
}

/** Two saves; the second one changes the catalog. */
function updatedFile(unlisted: string | undefined): Uint8Array {
  const draft = new Draft(unlisted).objects(ALL)
  const first = draft.text.length
  draft.table(0, 6, `/Size 6${ROOT}`).start(first)
  draft.text = draft.text.trimEnd()
  draft.object(1)
  const second = draft.text.length
  return draft.table(1, 1, `/Size 6/Prev ${first}${ROOT}`).start(second).bytes()
}

/** @param unlisted bytes after the contents of the page, which no table lists */
export type ProducerForm = (unlisted?: string) => Uint8Array
const table =
  (pattern: string | RegExp, replacement: string): ProducerForm =>
  (unlisted) =>
    tableFile(unlisted, (end) => end.replace(pattern, replacement))
const objects =
  (write: (draft: Draft) => void): ProducerForm =>
  (unlisted) =>
    objectsFile(unlisted, write)

/**
 * Files of one red page in the forms of `docs/producers.md`,
 * by who writes them so.
 */
export const producerForms: Readonly<Record<string, ProducerForm>> = {
  'Word and Excel: an empty hybrid section at the end': (unlisted) => wordFile({ unlisted }),
  'Acrobat: a hybrid first section of a linearised file': linearisedHybrid,
  'Acrobat 7: a hybrid section directly after its table': (unlisted) => wordFile({ unlisted, between: () => '' }),
  'Qt: a blank after the number of startxref': table(/(startxref\n\d+)/, '$1 '),
  'LEAD: blanks before the number of startxref': table(/startxref\n/, 'startxref\n       '),
  'PDFsam: an empty line before the end': table('%%EOF', '\n%%EOF'),
  'Distiller: a blank after the number of rows': table('0 6\n', '0 6 \r'),
  'Quartz: an unused object at offset 0': (unlisted) =>
    tableFile(unlisted, (end) => end.replace('0 6', '0 7').replace('trailer', '0000000000 00000 n\r\ntrailer'), 7),
  'iText 2: an unused object of generation 65536': (unlisted) =>
    tableFile(unlisted, (end) => end.replace('0 6', '0 7').replace('trailer', '0000000000 65536 n\r\ntrailer'), 7),
  'Quartz: startxref counts the line end before xref': (unlisted) =>
    tableFile(unlisted, (end) => end.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) - 1}`)),
  'iText 5: a licence after the trailer': table('startxref', '%63a9c-2170d-84218-f738b-5.5.5\nstartxref'),
  'ExifTool: a comment after the trailer': table('startxref', '%EndExifToolUpdate 14686\nstartxref'),
  'MuPDF: an empty line before the trailer': table('trailer', '\ntrailer'),
  'Photoshop: endobj twice': objects((draft) => draft.objects(ALL).add('endobj\n')),
  'Microsoft Print to PDF: offsets of the line end before': objects((draft) => {
    for (const num of ALL) {
      const at = draft.text.length
      draft.add('\n').object(num).offsets.set(num, at)
    }
  }),
  'Skia: an entry twice': objects((draft) =>
    draft.objects([1, 2, 3, 4]).object(5, '<</Type/Font/Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
  ),
  'pdf.js: a /Size that is too small': (unlisted) => tableFile(unlisted, (end) => end, 3),
  'qpdf: a linearised file without the first startxref': linearisedStreams,
  'iText 2: a cross-reference stream that lists itself as free': (unlisted) => streamFile(unlisted, () => [[0, 0, 0]]),
  'SAMBox: an unused object at offset 0 of a stream': (unlisted) =>
    streamFile(unlisted, (_, at) => [
      [1, at, 0],
      [1, 0, 0],
    ]),
  'Acrobat: an update of a file without a line end': updatedFile,
}

/** PDFium searches the whole file for the objects. */
export const rowsOf19Bytes: ProducerForm = (unlisted) =>
  tableFile(unlisted, (end) => end.replaceAll(/ ([nf])\r\n/g, ' $1\n'))

/** pdf.js searches the whole file for the objects. */
export const object0InUse: ProducerForm = table('0000000000 65535 f', '0000000000 00000 n')

/** Green contents: a reader that searches for objects draws these. */
export const GREEN_CONTENTS = `4 0 obj\n${streamOf('0 1 0 rg 0 0 200 200 re f')}\nendobj\n`
