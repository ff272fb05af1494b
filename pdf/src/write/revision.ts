import type { PdfDocument } from '../syntax/index.ts'
import {
  array,
  ascii,
  concat,
  dict,
  formatObject,
  malformed,
  name,
  type PdfDict,
  PdfError,
  type PdfObject,
  type PdfRef,
  ref,
  serialize,
  stream,
} from '../syntax/index.ts'

/** Collects an incremental update (ISO 32000-1, 7.5.6). */
export interface Revision {
  allocate(): PdfRef
  put(target: PdfRef, object: PdfObject): void
  /** Adds an already serialised object. */
  putRaw(target: PdfRef, body: Uint8Array): void
  add(object: PdfObject): PdfRef
  build(): BuiltRevision
}

export interface BuiltRevision {
  readonly tail: Uint8Array
  /** Tail offset of an object from `putRaw`. */
  bodyOffset(target: PdfRef): number
}

interface Placed {
  readonly num: number
  readonly gen: number
  /** Relative to the header, as in cross-reference entries. */
  readonly offset: number
}

const TRAILER_KEYS = ['Root', 'Info', 'ID']

/** Leaves the original bytes unchanged. */
export function startRevision(document: PdfDocument): Revision {
  const bodies = new Map<number, { gen: number; body: Uint8Array }>()
  let next = document.nextObjectNumber

  const putRaw = (target: PdfRef, body: Uint8Array): void => {
    bodies.set(target.num, { gen: target.gen, body })
  }
  const put = (target: PdfRef, object: PdfObject): void => putRaw(target, serialize(object))
  const allocate = (): PdfRef => {
    if (next > document.limits.objectNumber) throw new PdfError('PDF_TOO_COMPLEX', 'no object numbers are left')
    return ref(next++)
  }

  const build = (): BuiltRevision => {
    const chunks: Uint8Array[] = []
    const placed: Placed[] = []
    const bodyOffsets = new Map<number, number>()
    let length = 0
    const write = (chunk: Uint8Array): void => {
      chunks.push(chunk)
      length += chunk.length
    }
    const position = (): number => document.bytes.length - document.headerOffset + length
    write(ascii('\n'))
    for (const [num, { gen, body }] of [...bodies].sort(([a], [b]) => a - b)) {
      placed.push({ num, gen, offset: position() })
      write(ascii(`${num} ${gen} obj\n`))
      bodyOffsets.set(num, length)
      write(body)
      write(ascii('\nendobj\n'))
    }
    const startXref = position()
    write(writeXref(document, placed, startXref, next))
    write(ascii(`startxref\n${startXref}\n%%EOF\n`))
    return {
      tail: concat(chunks),
      bodyOffset(target) {
        const offset = bodyOffsets.get(target.num)
        if (offset === undefined) throw new RangeError(`object ${target.num} is not part of the revision`)
        return offset
      },
    }
  }

  const add = (object: PdfObject): PdfRef => {
    const target = allocate()
    put(target, object)
    return target
  }
  return { allocate, put, putRaw, add, build }
}

/** Uses the previous section's kind: some readers reject a mixture. */
function writeXref(document: PdfDocument, placed: Placed[], startXref: number, next: number): Uint8Array {
  if (document.newest.kind === 'table') return writeTable(document, placed, next)
  return writeStream(document, [...placed, { num: next, gen: 0, offset: startXref }], next)
}

function trailerEntries(document: PdfDocument, size: number): Record<string, PdfObject | undefined> {
  const kept = TRAILER_KEYS.map((key) => [key, document.newest.trailer.entries.get(key)] as const)
  return { Size: size, ...Object.fromEntries(kept), Prev: document.startXref }
}

function subsections(placed: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = []
  for (const entry of placed) {
    const run = runs.at(-1)
    if (run?.at(-1)?.num === entry.num - 1) run?.push(entry)
    else runs.push([entry])
  }
  return runs
}

function writeTable(document: PdfDocument, placed: Placed[], size: number): Uint8Array {
  const lines = ['xref\n']
  for (const run of subsections(placed)) {
    lines.push(`${run[0]?.num} ${run.length}\n`)
    for (const { offset, gen } of run) lines.push(`${digits(offset, 10)} ${digits(gen, 5)} n\r\n`)
  }
  const trailer: PdfDict = dict(trailerEntries(document, size))
  return ascii(`${lines.join('')}trailer\n${formatObject(trailer)}\n`)
}

function digits(value: number, width: number): string {
  const text = String(value).padStart(width, '0')
  if (text.length > width) throw malformed('the document is too large for a cross-reference table')
  return text
}

const OFFSET_BYTES = 5

function writeStream(document: PdfDocument, placed: Placed[], num: number): Uint8Array {
  const rowLength = 1 + OFFSET_BYTES + 2
  const data = new Uint8Array(placed.length * rowLength)
  const view = new DataView(data.buffer)
  placed.forEach(({ offset, gen }, row) => {
    const at = row * rowLength
    view.setUint8(at, 1)
    view.setUint8(at + 1, Math.floor(offset / 0x1_0000_0000))
    view.setUint32(at + 2, offset % 0x1_0000_0000)
    view.setUint16(at + 6, gen)
  })
  const section = dict({
    Type: name('XRef'),
    ...trailerEntries(document, num + 1),
    W: array([1, OFFSET_BYTES, 2]),
    Index: array(subsections(placed).flatMap((run) => [run[0]?.num ?? 0, run.length])),
  })
  return concat([ascii(`${num} 0 obj\n`), serialize(stream(section, data)), ascii('\nendobj\n')])
}
