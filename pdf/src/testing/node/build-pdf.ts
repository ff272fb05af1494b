import { deflateSync } from 'node:zlib'
import {
  asciiBytes,
  concatBytes,
  formatObject,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  serializeObject,
} from '../../syntax/index.ts'
import { encodeLzw } from '../index.ts'

export interface PageOptions {
  readonly mediaBox?: readonly number[]
  readonly cropBox?: readonly number[]
  readonly rotate?: number
  readonly entries?: Readonly<Record<string, PdfObject>>
}

export interface BuildOptions {
  readonly xref: 'table' | 'stream' | 'hybrid'
  readonly pages?: readonly PageOptions[]
  /** Bytes before the header. */
  readonly prefix?: string
  /** The page tree's root holds boxes and rotation. */
  readonly inherit?: boolean
  /** Numbered from 100. */
  readonly extra?: readonly PdfObject[]
  readonly catalog?: Readonly<Record<string, PdfObject>>
  /** For cross-reference and object streams. */
  readonly filter?: Filter
  /** Of each object outside of object streams. */
  readonly encrypt?: (num: number, object: PdfObject) => PdfObject
  readonly trailer?: Readonly<Record<string, PdfObject>>
}

type Filter = 'FlateDecode' | 'LZWDecode'

const compress = (data: Uint8Array, filter: Filter): Uint8Array =>
  filter === 'LZWDecode' ? encodeLzw(data) : new Uint8Array(deflateSync(data))

const A4 = [0, 0, 595, 842]
const CATALOG = 1
const TREE = 2
const FIRST_PAGE = 10
const FIRST_EXTRA = 100

const numbers = (values: readonly number[] | undefined): PdfObject | undefined => values && pdfArray(values)

function pageAttributes({ mediaBox = A4, cropBox, rotate }: PageOptions) {
  return { MediaBox: numbers(mediaBox), CropBox: numbers(cropBox), Rotate: rotate }
}

/** Each page's content names the page. */
function buildObjects({ pages = [{}], inherit = false, extra = [], catalog = {} }: BuildOptions) {
  const objects = new Map<number, PdfObject>()
  objects.set(CATALOG, pdfDict({ Type: pdfName('Catalog'), Pages: pdfRef(TREE), ...catalog }))
  const shared = inherit ? pageAttributes(pages[0] ?? {}) : {}
  const kids = pages.map((_, index) => pdfRef(FIRST_PAGE + index * 2))
  objects.set(TREE, pdfDict({ Type: pdfName('Pages'), Kids: pdfArray(kids), Count: pages.length, ...shared }))
  pages.forEach((page, index) => {
    const num = FIRST_PAGE + index * 2
    const own = inherit ? {} : pageAttributes(page)
    objects.set(
      num,
      pdfDict({
        Type: pdfName('Page'),
        Parent: pdfRef(TREE),
        Resources: pdfDict({}),
        Contents: pdfRef(num + 1),
        ...own,
        ...page.entries,
      }),
    )
    objects.set(num + 1, pdfStream(pdfDict({}), asciiBytes(`0.9 g 100 100 50 50 re f % page ${index + 1}`)))
  })
  extra.forEach((object, index) => {
    objects.set(FIRST_EXTRA + index, object)
  })
  return objects
}

const isStream = (object: PdfObject): boolean => typeof object === 'object' && object?.kind === 'stream'

class Writer {
  readonly offsets = new Map<number, number>()
  readonly #chunks: Uint8Array[] = []
  length = 0
  readonly #encrypt: (num: number, object: PdfObject) => PdfObject
  readonly trailer: Readonly<Record<string, PdfObject>>

  constructor({ encrypt = (_, object) => object, trailer = {} }: BuildOptions) {
    this.#encrypt = encrypt
    this.trailer = { ...INFO_ENTRIES, ...trailer }
  }

  write(part: string | Uint8Array): void {
    const chunk = typeof part === 'string' ? asciiBytes(part) : part
    this.#chunks.push(chunk)
    this.length += chunk.length
  }

  object(num: number, object: PdfObject): void {
    this.offsets.set(num, this.length)
    this.write(`${num} 0 obj\n`)
    this.write(serializeObject(this.#encrypt(num, object)))
    this.write('\nendobj\n')
  }

  bytes(): Uint8Array {
    return concatBytes(this.#chunks)
  }
}

const ID = pdfArray([
  { kind: 'string', bytes: asciiBytes('0123456789abcdef') },
  { kind: 'string', bytes: asciiBytes('fedcba9876543210') },
])
const INFO_ENTRIES = { Root: pdfRef(CATALOG), ID }

const OBJECT_STREAM = 200
const XREF_STREAM = 201
const SIZE = 202

export function buildPdf(options: BuildOptions): Uint8Array {
  const writer = new Writer(options)
  writer.write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const objects = buildObjects(options)
  const { filter = 'FlateDecode' } = options
  if (options.xref === 'table') writeTableFile(writer, objects)
  else if (options.xref === 'stream') writeStreamFile(writer, objects, filter)
  else writeHybridFile(writer, objects, filter)
  return concatBytes([asciiBytes(options.prefix ?? ''), writer.bytes()])
}

function writeTable(writer: Writer, size: number, extra: Record<string, PdfObject>): void {
  const start = writer.length
  const lines = ['xref\n', `0 ${size}\n`, '0000000000 65535 f \n']
  for (let num = 1; num < size; num++) {
    const offset = writer.offsets.get(num)
    const digits = String(offset ?? 0).padStart(10, '0')
    lines.push(offset === undefined ? `${digits} 65535 f \n` : `${digits} 00000 n \n`)
  }
  const trailer = pdfDict({ Size: size, ...writer.trailer, ...extra })
  writer.write(`${lines.join('')}trailer\n${formatObject(trailer)}\nstartxref\n${start}\n%%EOF\n`)
}

function writeTableFile(writer: Writer, objects: Map<number, PdfObject>): void {
  for (const [num, object] of objects) writer.object(num, object)
  writeTable(writer, SIZE, {})
}

/** Returns the object numbers in order. */
function writeObjectStream(writer: Writer, objects: Map<number, PdfObject>, filter: Filter): number[] {
  const compressible = [...objects].filter(([, object]) => !isStream(object))
  let body = ''
  const header = compressible.map(([num, object]) => {
    const pair = `${num} ${body.length}`
    body += `${formatObject(object as Exclude<PdfObject, { kind: 'stream' }>)}\n`
    return pair
  })
  const head = `${header.join(' ')}\n`
  writer.object(
    OBJECT_STREAM,
    pdfStream(
      pdfDict({ Type: pdfName('ObjStm'), N: compressible.length, First: head.length, Filter: pdfName(filter) }),
      compress(asciiBytes(head + body), filter),
    ),
  )
  return compressible.map(([num]) => num)
}

/** PNG filter Up, common in cross-reference streams. */
function predictUp(rows: Uint8Array, rowLength: number): Uint8Array {
  const count = rows.length / rowLength
  const result = new Uint8Array(rows.length + count)
  for (let row = 0; row < count; row++) {
    result[row * (rowLength + 1)] = 2
    for (let i = 0; i < rowLength; i++) {
      const above = row === 0 ? 0 : (rows[(row - 1) * rowLength + i] ?? 0)
      result[row * (rowLength + 1) + 1 + i] = (rows[row * rowLength + i] ?? 0) - above
    }
  }
  return result
}

function writeXrefStream(
  writer: Writer,
  compressed: readonly number[],
  filter: Filter,
  only?: ReadonlySet<number>,
): number {
  const start = writer.length
  writer.offsets.set(XREF_STREAM, start)
  const listed = Array.from({ length: SIZE }, (_, num) => num).filter((num) => only === undefined || only.has(num))
  const rows = new Uint8Array(listed.length * 7)
  const view = new DataView(rows.buffer)
  listed.forEach((num, row) => {
    const index = compressed.indexOf(num)
    const offset = writer.offsets.get(num)
    view.setUint8(row * 7, index >= 0 ? 2 : offset === undefined ? 0 : 1)
    view.setUint32(row * 7 + 1, index >= 0 ? OBJECT_STREAM : (offset ?? 0))
    view.setUint16(row * 7 + 5, Math.max(index, 0))
  })
  const section = pdfDict({
    Type: pdfName('XRef'),
    Size: SIZE,
    ...writer.trailer,
    W: pdfArray([1, 4, 2]),
    Index: only === undefined ? undefined : pdfArray(listed.flatMap((num) => [num, 1])),
    Filter: pdfName(filter),
    DecodeParms: pdfDict({ Predictor: 12, Columns: 7 }),
  })
  writer.object(XREF_STREAM, pdfStream(section, compress(predictUp(rows, 7), filter)))
  return start
}

function writeStreamFile(writer: Writer, objects: Map<number, PdfObject>, filter: Filter): void {
  for (const [num, object] of objects) if (isStream(object)) writer.object(num, object)
  const compressed = writeObjectStream(writer, objects, filter)
  const start = writeXrefStream(writer, compressed, filter)
  writer.write(`startxref\n${start}\n%%EOF\n`)
}

/** Pages are visible only through /XRefStm. */
function writeHybridFile(writer: Writer, objects: Map<number, PdfObject>, filter: Filter): void {
  const hidden = new Map([...objects].filter(([num, object]) => num >= FIRST_PAGE && !isStream(object)))
  for (const [num, object] of objects) if (!hidden.has(num)) writer.object(num, object)
  const compressed = writeObjectStream(writer, hidden, filter)
  const start = writeXrefStream(writer, compressed, filter, new Set(hidden.keys()))
  writeTable(writer, SIZE, { XRefStm: start })
}
