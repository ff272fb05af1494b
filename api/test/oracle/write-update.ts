import {
  array,
  ascii,
  concat,
  dict,
  formatObject,
  name,
  type PdfObject,
  serialize,
  stream,
  withEntries,
} from 'shared/pdf'
import type { Draft } from './draft.ts'

/**
 * How an update is written. All but `plain`, `stream` and `compressed` break ISO 32000-2, 7.5, in a way that some readers
 * repair, skip or search: the objects named hidden are then listed nowhere.
 */
export const STYLES = [
  'plain',
  'stream',
  'compressed',
  'hybrid',
  'after-eof',
  'after-eof-far',
  'comment-after-startxref',
  'comment-before-xref',
  'entry-type-9',
  'short-entries',
  'split-header',
  'far-startxref',
  'text-after-startxref',
  'small-size',
  'other-generation',
  'written-twice',
  'shifted-offsets',
  'second-trailer',
  'no-startxref',
  'after-trailer',
  'leading-comment',
  'listed-free',
] as const
export type Style = (typeof STYLES)[number]

/** Styles that follow the standard. */
export const SOUND: readonly Style[] = ['plain', 'stream', 'compressed']
/** Styles in which the hidden objects are listed like others. */
const LISTED: ReadonlySet<Style> = new Set([
  'plain',
  'stream',
  'compressed',
  'hybrid',
  'short-entries',
  'split-header',
  'far-startxref',
  'comment-before-xref',
  'small-size',
  'written-twice',
])

export interface Written {
  readonly tail: Uint8Array
  /** Where the body of each object begins in the tail. */
  readonly bodies: ReadonlyMap<number, number>
}

interface Listed {
  readonly num: number
  readonly offset: number
}

class Tail {
  readonly #chunks: Uint8Array[] = []
  readonly bodies = new Map<number, number>()
  readonly listed: Listed[] = []
  length = 0
  readonly #before: number

  constructor(before: number) {
    this.#before = before
  }
  get position(): number {
    return this.#before + this.length
  }
  write(part: string | Uint8Array): void {
    const chunk = typeof part === 'string' ? ascii(part) : part
    this.#chunks.push(chunk)
    this.length += chunk.length
  }
  object(num: number, object: PdfObject | Uint8Array, isListed: boolean, generation = 0): void {
    if (isListed) this.listed.push({ num, offset: this.position })
    this.write(`${num} ${generation} obj\n`)
    this.bodies.set(num, this.length)
    this.write(object instanceof Uint8Array ? object : serialize(object))
    this.write('\nendobj\n')
  }
  bytes(): Uint8Array {
    return concat(this.#chunks)
  }
}

/** Numbers in runs, as cross-reference sections list them. */
function runsOf(listed: readonly Listed[]): Listed[][] {
  const runs: Listed[][] = []
  for (const entry of listed.toSorted((a, b) => a.num - b.num)) {
    const run = runs.at(-1)
    if (run?.at(-1)?.num === entry.num - 1) run?.push(entry)
    else runs.push([entry])
  }
  return runs
}

function trailerOf({ document, trailer }: Draft, size: number): Record<string, PdfObject | undefined> {
  const kept = ['Root', 'Info', 'ID'].map((key) => [key, document.newest.trailer.entries.get(key)] as const)
  return { Size: size, ...Object.fromEntries(kept), Prev: document.startXref, ...Object.fromEntries(trailer) }
}

function tableText(listed: readonly Listed[], style: Style, shift: number): string {
  const end = style === 'short-entries' ? '\n' : ' \n'
  const lines = ['xref\n']
  for (const run of runsOf(listed)) {
    const header = style === 'split-header' ? `${run[0]?.num}\n${run.length}\n` : `${run[0]?.num} ${run.length}\n`
    lines.push(header, ...run.map(({ offset }) => `${String(offset + shift).padStart(10, '0')} 00000 n${end}`))
  }
  return lines.join('')
}

function streamSection(
  draft: Draft,
  tail: Tail,
  strange: ReadonlySet<number>,
  extra: Record<string, PdfObject>,
  compressed: readonly number[] = [],
  container = 0,
): number {
  const num = draft.next++
  const at = tail.position
  const rows = runsOf([...tail.listed, ...compressed.map((each) => ({ num: each, offset: 0 })), { num, offset: at }])
  const data = new Uint8Array(rows.flat().length * 7)
  const view = new DataView(data.buffer)
  rows.flat().forEach((entry, row) => {
    const index = compressed.indexOf(entry.num)
    view.setUint8(row * 7, index >= 0 ? 2 : strange.has(entry.num) ? 9 : 1)
    view.setUint32(row * 7 + 1, index >= 0 ? container : entry.offset)
    view.setUint16(row * 7 + 5, Math.max(index, 0))
  })
  const section = dict({
    Type: name('XRef'),
    ...trailerOf(draft, draft.next),
    W: array([1, 4, 2]),
    Index: array(rows.flatMap((run) => [run[0]?.num ?? 0, run.length])),
    ...extra,
  })
  tail.object(num, stream(section, data), false)
  return at
}

/** Puts what is no stream into an object stream; answers their numbers in order. */
function objectStream(draft: Draft, tail: Tail): { numbers: number[]; container: number } {
  const inside = [...draft.objects].flatMap(([num, object]) =>
    object instanceof Uint8Array || (typeof object === 'object' && object?.kind === 'stream')
      ? []
      : [{ num, text: formatObject(object) }],
  )
  let data = ''
  const header = inside.map(({ num, text }) => {
    const pair = `${num} ${data.length}`
    data += `${text}\n`
    return pair
  })
  const head = `${header.join(' ')} `
  const container = draft.next++
  tail.object(
    container,
    stream(dict({ Type: name('ObjStm'), N: inside.length, First: head.length }), ascii(head + data)),
    true,
  )
  return { numbers: inside.map(({ num }) => num), container }
}

const isStreamStyle = (draft: Draft, style: Style): boolean =>
  ['stream', 'compressed', 'entry-type-9'].includes(style) ||
  (style !== 'hybrid' && draft.document.newest.kind === 'stream')

const PADDING_LINE = `%${'.'.repeat(62)}\n`

function writeEnd(tail: Tail, style: Style, start: number, again: () => void): void {
  if (style === 'no-startxref') {
    tail.write('%%EOF\n')
    return
  }
  const comment = style === 'comment-after-startxref' ? '%\n' : ''
  const more = style === 'text-after-startxref' ? ' 0\nstartxref' : ''
  const gap = style === 'far-startxref' ? PADDING_LINE.repeat(17) : ''
  tail.write(`startxref${more}\n${comment}${start}\n${gap}%%EOF\n`)
  if (style !== 'after-eof' && style !== 'after-eof-far') return
  if (style === 'after-eof-far') tail.write(PADDING_LINE.repeat(18))
  again()
  tail.write('%%EOF\n')
}

/** Writes the update behind the document. `hidden` are the objects that the style may keep from the list. */
export function writeUpdate(draft: Draft, style: Style, hidden: ReadonlySet<number>): Written {
  const { document } = draft
  const tail = new Tail(document.bytes.length - document.headerOffset)
  tail.write(style === 'leading-comment' ? '% 1 0 obj << >> endobj\n' : '\n')
  const isHidden = (num: number): boolean => !LISTED.has(style) && hidden.has(num)
  const packed = style === 'compressed' ? objectStream(draft, tail) : { numbers: [], container: 0 }
  const later: (readonly [number, PdfObject | Uint8Array])[] = []
  for (const [num, object] of draft.objects) {
    if (packed.numbers.includes(num)) continue
    if (isHidden(num) && /^after/.test(style)) later.push([num, object])
    else if (style === 'other-generation' && hidden.has(num)) tail.object(num, object, false, 1)
    else tail.object(num, object, style === 'entry-type-9' || !isHidden(num))
    if (style === 'written-twice' && hidden.has(num))
      tail.object(num, document.objects.resolve({ kind: 'ref', num, gen: 0 }), false)
  }
  const start = writeSection(draft, tail, style, hidden, packed)
  const writeLater = (): void => {
    for (const [num, object] of later) tail.object(num, object, false)
  }
  if (style === 'after-trailer') writeLater()
  writeEnd(tail, style, start, writeLater)
  return { tail: tail.bytes(), bodies: tail.bodies }
}

function writeSection(
  draft: Draft,
  tail: Tail,
  style: Style,
  hidden: ReadonlySet<number>,
  packed: { numbers: readonly number[]; container: number },
): number {
  if (isStreamStyle(draft, style)) {
    const strange = style === 'entry-type-9' ? hidden : new Set<number>()
    return streamSection(draft, tail, strange, {}, packed.numbers, packed.container)
  }
  let extra: Record<string, PdfObject> = {}
  let listed: readonly Listed[] = tail.listed
  if (style === 'hybrid') {
    extra = { XRefStm: streamSection(draft, tail, new Set(), {}) }
    listed = listed.filter(({ num }) => !hidden.has(num))
  }
  if (style === 'listed-free') listed = listed.filter(({ num }) => !hidden.has(num))
  const start = tail.position
  if (style === 'comment-before-xref') tail.write('%\n')
  tail.write(tableText(listed, style, style === 'shifted-offsets' ? -1 : 0))
  const size = style === 'small-size' ? Math.max(1, Math.min(...hidden)) : draft.next
  const trailer = withEntries(dict(trailerOf(draft, size)), extra)
  tail.write(`trailer\n${formatObject(trailer)}\n`)
  if (style === 'second-trailer') tail.write(`trailer\n${formatObject(withEntries(trailer, { Prev: undefined }))}\n`)
  return start
}
