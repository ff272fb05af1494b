import {
  asciiBytes,
  concatBytes,
  decodeLatin1,
  formatObject,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  serializeObject,
} from 'pdf'
import type { Draft } from './draft.ts'
import { type Quirks, quirksOf, type Style } from './update-styles.ts'

export interface Written {
  readonly tail: Uint8Array
  readonly bodies: ReadonlyMap<number, number>
}

type Row =
  | { readonly num: number; readonly type: 'free' }
  | {
      readonly num: number
      readonly type: 'offset'
      readonly offset: number
      readonly gen: number
      readonly isForged: boolean
    }
  | { readonly num: number; readonly type: 'packed'; readonly container: number; readonly index: number }

class Tail {
  readonly #chunks: Uint8Array[] = []
  readonly bodies = new Map<number, number>()
  readonly rows: Row[] = []
  length = 0
  readonly #before: number

  constructor(before: number) {
    this.#before = before
  }
  get position(): number {
    return this.#before + this.length
  }
  write(part: string | Uint8Array): void {
    const chunk = typeof part === 'string' ? asciiBytes(part) : part
    this.#chunks.push(chunk)
    this.length += chunk.length
  }
  object(num: number, body: Uint8Array, { gen = 0, isListed = true, isForged = false } = {}): void {
    if (isListed) this.rows.push({ num, type: 'offset', offset: this.position, gen, isForged })
    this.write(`${num} ${gen} obj\n`)
    this.bodies.set(num, this.length)
    this.write(body)
    this.write('\nendobj\n')
  }
  bytes(): Uint8Array {
    return concatBytes(this.#chunks)
  }
}

interface Update {
  readonly draft: Draft
  readonly quirks: Quirks
  readonly tail: Tail
  readonly forged: ReadonlySet<number>
}

function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = []
  for (const row of rows.toSorted((a, b) => a.num - b.num)) {
    const run = runs.at(-1)
    if (run?.at(-1)?.num === row.num - 1) run?.push(row)
    else runs.push([row])
  }
  return runs
}

const isStream = (object: PdfObject | Uint8Array | undefined): boolean =>
  typeof object === 'object' && object !== null && !(object instanceof Uint8Array) && object.kind === 'stream'

const inside = (text: string): string | undefined =>
  text.startsWith('<<') && text.endsWith('>>') ? text.slice(2, -2) : undefined

/** A forged dictionary may be malformed. */
function bodyOf({ draft, quirks, forged }: Update, num: number, object: PdfObject | Uint8Array): Uint8Array {
  if (object instanceof Uint8Array) return object
  const body = serializeObject(object)
  if (quirks.body === undefined || !forged.has(num) || isStream(object)) return body
  const now = inside(decodeLatin1(body))
  const old = draft.document.objects.resolve(pdfRef(num))
  const before = isStream(old) ? undefined : inside(decodeLatin1(serializeObject(old)))
  return now === undefined ? body : asciiBytes(`<<${quirks.body(now, before ?? '')}>>`)
}

function trailerEntries({ draft, quirks, forged }: Update): ReadonlyMap<string, string> {
  const { document, trailer, next } = draft
  const entries = new Map<string, string>([['Size', String(next)]])
  const kept = ['Root', 'Info', 'ID'].map((key) => [key, document.newest.trailer.entries.get(key)] as const)
  for (const [key, value] of [...kept, ...trailer]) {
    if (value !== undefined && !isStream(value)) entries.set(key, decodeLatin1(serializeObject(value)))
  }
  entries.set('Prev', String(document.startXref))
  const oldest = (document.sections.at(-1)?.offset ?? 0) - document.headerOffset
  return quirks.trailer?.(entries, { lowest: Math.min(next, ...forged), oldest }) ?? entries
}

const dictionaryText = (entries: ReadonlyMap<string, string>): string =>
  `<<${[...entries].map(([key, value]) => `/${key} ${value}`).join(' ')}>>`

function tableText(rows: readonly Row[], { xref = 'xref\n', header, entryEnd = ' \n', shift = 0 }: Quirks): string {
  const lines = [xref]
  for (const run of runsOf(rows)) {
    lines.push((header ?? ((first, count) => `${first} ${count}\n`))(run[0]?.num ?? 0, run.length))
    for (const row of run) {
      const [offset, gen, letter] = row.type === 'offset' ? [row.offset + shift, row.gen, 'n'] : [0, 1, 'f']
      lines.push(`${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} ${letter}${entryEnd}`)
    }
  }
  return lines.join('')
}

function writeTable(update: Update, rows: readonly Row[], more: readonly (readonly [string, string])[] = []): number {
  const { quirks, tail } = update
  const start = tail.position
  if (quirks.beforeXref !== undefined) tail.write(quirks.beforeXref)
  tail.write(tableText(rows, quirks))
  const text = `trailer\n${dictionaryText(new Map([...trailerEntries(update), ...more]))}\n`
  tail.write(quirks.trailerText?.(text) ?? text)
  return start
}

const TYPES = { free: 0, offset: 1, packed: 2 } as const

function writeStream(update: Update, listed: readonly Row[]): number {
  const { draft, quirks, tail } = update
  const num = draft.next++
  const start = tail.position
  const own: Row = { num, type: 'offset', offset: start, gen: 0, isForged: false }
  const runs = runsOf([...listed, own])
  const rows = runs.flat()
  const data = new Uint8Array(rows.length * 7)
  const view = new DataView(data.buffer)
  rows.forEach((row, at) => {
    const isOdd = row.type === 'offset' && row.isForged && quirks.entryType !== undefined
    view.setUint8(at * 7, isOdd ? (quirks.entryType ?? 0) : TYPES[row.type])
    view.setUint32(at * 7 + 1, row.type === 'offset' ? row.offset : row.type === 'packed' ? row.container : 0)
    view.setUint16(at * 7 + 5, row.type === 'offset' ? row.gen : row.type === 'packed' ? row.index : 1)
  })
  const entries = new Map([
    ['Type', '/XRef'],
    ...trailerEntries(update),
    ['W', '[1 4 2]'],
    ['Index', formatObject(pdfArray(runs.flatMap((run) => [run[0]?.num ?? 0, run.length])))],
    ['Length', String(data.length)],
  ])
  const text = dictionaryText(entries)
  if (quirks.beforeXref !== undefined) tail.write(quirks.beforeXref)
  tail.write(`${num} 0 obj\n${quirks.trailerText?.(text) ?? text}\nstream\n`)
  tail.write(data)
  tail.write('\nendstream\nendobj\n')
  return start
}

function writePacked({ draft, tail }: Update): ReadonlySet<number> {
  const chosen = [...draft.objects].flatMap(([num, object]) =>
    object instanceof Uint8Array || isStream(object) ? [] : [{ num, text: decodeLatin1(serializeObject(object)) }],
  )
  let data = ''
  const header = chosen.map(({ num, text }) => {
    const pair = `${num} ${data.length}`
    data += `${text}\n`
    return pair
  })
  const head = `${header.join(' ')} `
  const container = draft.next++
  const entries = pdfDict({ Type: pdfName('ObjStm'), N: chosen.length, First: head.length })
  tail.object(container, serializeObject(pdfStream(entries, asciiBytes(head + data))))
  chosen.forEach(({ num }, index) => {
    tail.rows.push({ num, type: 'packed', container, index })
  })
  return new Set(chosen.map(({ num }) => num))
}

function writeObjects(update: Update, packed: ReadonlySet<number>): (() => void)[] {
  const { draft, quirks, tail, forged } = update
  const later: (() => void)[] = []
  for (const [num, object] of draft.objects) {
    if (packed.has(num)) continue
    const isForged = forged.has(num)
    const body = bodyOf(update, num, object)
    const gen = isForged ? (quirks.generation ?? 0) : 0
    const write = (): void =>
      tail.object(num, body, { gen, isForged, isListed: !isForged || quirks.unlisted === undefined })
    if (isForged && quirks.unlisted?.startsWith('after') === true) later.push(write)
    else write()
    if (isForged && quirks.twice === true) {
      tail.object(num, serializeObject(draft.document.objects.resolve(pdfRef(num))), { isListed: false })
    }
  }
  return later
}

/** Nothing refers to the section. */
function writeOwnSection(update: Update): void {
  const { tail, forged, draft } = update
  const rows = [...forged].flatMap((num): Row[] => {
    const body = tail.bodies.get(num)
    if (body === undefined) return []
    const offset = tail.position - tail.length + body - `${num} 0 obj\n`.length
    return [{ num, type: 'offset', offset, gen: 0, isForged: true }]
  })
  if (draft.document.newest.kind === 'table') writeTable(update, rows)
  else writeStream(update, rows)
}

function writeSection(update: Update): number {
  const { draft, quirks, tail, forged } = update
  const kind = quirks.section ?? draft.document.newest.kind
  if (quirks.hybrid !== true) return kind === 'stream' ? writeStream(update, tail.rows) : writeTable(update, tail.rows)
  const hidden = writeStream(update, tail.rows)
  const shown = tail.rows.filter(({ num }) => !forged.has(num))
  return writeTable(update, shown, [['XRefStm', String(hidden)]])
}

/** @param forged objects that may be hidden or malformed */
export function writeUpdate(draft: Draft, style: Style, forged: ReadonlySet<number>): Written {
  const { document } = draft
  const quirks = quirksOf(style)
  const tail = new Tail(document.bytes.length - document.headerOffset)
  const update: Update = { draft, quirks, tail, forged }
  tail.write(quirks.before ?? '\n')
  const packed = quirks.packed === true ? writePacked(update) : new Set<number>()
  const later = writeObjects(update, packed)
  for (const num of draft.freed) tail.rows.push({ num, type: 'free' })
  if (quirks.unlisted === 'own-section') writeOwnSection(update)
  const start = writeSection(update)
  if (quirks.unlisted === 'after-trailer') for (const write of later) write()
  tail.write(quirks.end?.(start) ?? `startxref\n${start}\n%%EOF\n`)
  if (quirks.unlisted === 'after-eof') {
    tail.write(quirks.afterEof ?? '')
    for (const write of later) write()
    tail.write('%%EOF\n')
  }
  return { tail: tail.bytes(), bodies: tail.bodies }
}
