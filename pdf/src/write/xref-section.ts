import {
  asciiBytes,
  concatBytes,
  malformedPdf,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  serializeObject,
} from '../syntax/index.ts'

export interface WrittenXrefEntry {
  readonly num: number
  readonly gen: number
  /** Relative to the header. */
  readonly offset: number
}

/** Starts a document's first table (ISO 32000-1, 7.5.4). */
const FREE_LIST_HEAD = '0000000000 65535 f\r\n'
const OFFSET_BYTES = 5

const digits = (value: number, width: number): string => {
  const text = String(value).padStart(width, '0')
  if (text.length > width) throw malformedPdf('the document is too large for a cross-reference table')
  return text
}

const row = ({ offset, gen }: Omit<WrittenXrefEntry, 'num'>): string => `${digits(offset, 10)} ${digits(gen, 5)} n\r\n`

/** Runs of consecutive object numbers. */
function subsections(entries: readonly WrittenXrefEntry[]): WrittenXrefEntry[][] {
  const runs: WrittenXrefEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run?.at(-1)?.num === entry.num - 1) run?.push(entry)
    else runs.push([entry])
  }
  return runs
}

/** ISO 32000-1, 7.5.5. */
export const endOfFile = (startXref: number): Uint8Array => asciiBytes(`startxref\n${startXref}\n%%EOF\n`)

/**
 * @param entries in the order of their numbers
 * @param trailer serialised dictionary
 */
export const xrefTable = (entries: readonly WrittenXrefEntry[], trailer: string): Uint8Array => {
  const sections = subsections(entries).map((run) => `${run[0]?.num} ${run.length}\n${run.map(row).join('')}`)
  return asciiBytes(`xref\n${sections.join('')}trailer\n${trailer}\n`)
}

/**
 * For a document of one revision.
 * @param offsets of the objects from number 1, without a gap
 * @param trailer serialised dictionary
 * @param start offset of the table
 */
export const documentEnd = (offsets: readonly number[], trailer: string, start: number): Uint8Array => {
  const rows = offsets.map((offset) => row({ offset, gen: 0 })).join('')
  const table = `xref\n0 ${offsets.length + 1}\n${FREE_LIST_HEAD}${rows}trailer\n${trailer}\n`
  return concatBytes([asciiBytes(table), endOfFile(start)])
}

/**
 * Writes a cross-reference stream (7.5.8) as object `num`, which
 * `entries` must contain.
 * @param entries in the order of their numbers
 */
export function xrefStream(
  entries: readonly WrittenXrefEntry[],
  num: number,
  trailer: Readonly<Record<string, PdfObject | undefined>>,
): Uint8Array {
  const rowLength = 1 + OFFSET_BYTES + 2
  const data = new Uint8Array(entries.length * rowLength)
  const view = new DataView(data.buffer)
  entries.forEach(({ offset, gen }, index) => {
    const at = index * rowLength
    view.setUint8(at, 1)
    view.setUint8(at + 1, Math.floor(offset / 0x1_0000_0000))
    view.setUint32(at + 2, offset % 0x1_0000_0000)
    view.setUint16(at + 6, gen)
  })
  const section = pdfDict({
    Type: pdfName('XRef'),
    ...trailer,
    W: pdfArray([1, OFFSET_BYTES, 2]),
    Index: pdfArray(subsections(entries).flatMap((run) => [run[0]?.num ?? 0, run.length])),
  })
  return concatBytes([
    asciiBytes(`${num} 0 obj\n`),
    serializeObject(pdfStream(section, data)),
    asciiBytes('\nendobj\n'),
  ])
}
