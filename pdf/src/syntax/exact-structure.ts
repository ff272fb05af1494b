import { type FileSegment, type PlacedObject, readSegments } from './file-segments.ts'
import { isInteger, isNameOf, isRef, isStream, type PdfObject } from './objects.ts'
import type { PdfDocument } from './pdf-document.ts'
import { malformedPdf, PdfError } from './pdf-error.ts'
import { type HybridSections, readHybrid, sameEntry } from './structure-streams.ts'
import { isUnused, type XrefSection } from './xref.ts'
import type { ListedXrefEntry } from './xref-listing.ts'

interface Save {
  readonly segments: readonly FileSegment[]
  /** Required target of `startxref`. */
  readonly start: number
}

/**
 * Checks that every byte belongs to a listed object, to a
 * cross-reference section with trailer (ISO 32000-2, 7.5.4
 * to 7.5.8), or is white space. All readers parse such a
 * file alike.
 * @param from length of the signed bytes; 0 for the whole
 * file, which may also contain comments and the forms of
 * `docs/producers.md`
 * @returns the first problem, for logs
 */
export function findStructureProblem(document: PdfDocument, from = 0): string | undefined {
  try {
    const saves = groupSaves(readSegments(document, from), from)
    checkChain(document, saves, from)
    const known = new KnownEntries(document, from)
    const layout = layoutOf(document, from)
    for (const save of saves) checkSave(save, known, layout)
    checkHidden(saves, layout)
    return undefined
  } catch (error) {
    if (error instanceof PdfError) return error.message
    throw error
  }
}

interface Layout extends HybridSections {
  readonly isUpdate: boolean
  /** Offsets of all cross-reference sections. */
  readonly starts: ReadonlySet<number>
}

function layoutOf(document: PdfDocument, from: number): Layout {
  // An update with a hybrid section is inexact.
  const hybrid = from > 0 ? { plain: new Map(), hidden: new Map(), streams: new Set<number>() } : readHybrid(document)
  const starts = new Set([...document.sections.map(({ offset }) => offset), ...hybrid.streams])
  return { ...hybrid, isUpdate: from > 0, starts }
}

const previous = ({ trailer }: XrefSection): number => {
  const value = trailer.entries.get('Prev')
  return isInteger(value) ? value : -1
}

function groupSaves(segments: readonly FileSegment[], from: number): Save[] {
  const [first, second, ...rest] = segments
  if (from === 0 && first === undefined) throw malformedPdf('the file has no cross-reference section')
  const isLinearised =
    from === 0 && first !== undefined && second !== undefined && previous(first.section) === second.section.offset
  if (!isLinearised) return segments.map((each) => ({ segments: [each], start: each.section.offset }))
  const opening = { segments: [first, second], start: first.section.offset }
  return [opening, ...rest.map((each) => ({ segments: [each], start: each.section.offset }))]
}

/** The /Prev chain must match the order in the file. */
function checkChain(document: PdfDocument, saves: readonly Save[], from: number): void {
  const expected = saves.toReversed().flatMap(({ segments }) => segments.map(({ section }) => section.offset))
  const chain = document.sections.map(({ offset }) => offset)
  const older = chain.slice(expected.length)
  if (expected.some((offset, index) => offset !== chain[index]) || older.some((offset) => offset >= from)) {
    throw malformedPdf('the cross-reference sections do not follow each other')
  }
  for (const { segments, start } of saves) {
    if (segments.at(-1)?.startXref !== start) throw malformedPdf("'startxref' leads elsewhere")
  }
}

class KnownEntries {
  readonly #document: PdfDocument
  readonly #from: number
  #entries: Map<number, ListedXrefEntry> | undefined
  readonly #added: XrefSection[] = []
  highest = 0
  root: PdfObject | undefined

  constructor(document: PdfDocument, from: number) {
    this.#document = document
    this.#from = from
    const older = document.sections.filter(({ offset }) => offset < from)
    this.root = older[0]?.trailer.entries.get('Root')
    for (const section of older) this.#raise(section)
  }

  #raise({ entries }: XrefSection): void {
    for (const num of entries.keys()) this.highest = Math.max(this.highest, num)
  }

  add(section: XrefSection): void {
    this.#raise(section)
    if (this.#entries !== undefined) for (const [num, entry] of section.entries) this.#entries.set(num, entry)
    else this.#added.push(section)
  }

  /** Lazy: files are large and lookups rare. */
  get(num: number): ListedXrefEntry | undefined {
    if (this.#entries === undefined) {
      const older = this.#document.sections.filter(({ offset }) => offset < this.#from).toReversed()
      this.#entries = new Map([...older, ...this.#added].flatMap(({ entries }) => [...entries]))
    }
    return this.#entries.get(num)
  }
}

function checkSave({ segments }: Save, known: KnownEntries, layout: Layout): void {
  const objects = segments.flatMap((segment) => segment.objects)
  const sections = segments.map(({ section }) => section)
  const entries = new Map(
    sections.toReversed().flatMap(({ entries: all, hybrid }) => [...(hybrid === undefined ? all : hybrid.table)]),
  )
  const placed = placedByNumber(objects)
  for (const object of objects) checkListed(object, entries, layout)
  checkEntries(entries, placed, known)
  checkContainers(objects, entries, layout)
  for (const section of sections) known.add(section)
  checkTrailers(sections, known, layout)
}

function placedByNumber(objects: readonly PlacedObject[]): Map<number, PlacedObject> {
  const placed = new Map(objects.map((object) => [object.num, object]))
  if (placed.size < objects.length) throw malformedPdf('an object stands twice in one update')
  return placed
}

const leadsTo = (entry: ListedXrefEntry | undefined, { blank, offset, gen }: PlacedObject): boolean =>
  entry?.type === 'offset' && entry.offset >= blank && entry.offset <= offset && entry.gen === gen

function checkListed(object: PlacedObject, entries: ReadonlyMap<number, ListedXrefEntry>, layout: Layout): void {
  const { num, offset } = object
  const entry = entries.get(num)
  if (leadsTo(entry, object) || layout.hidden.get(num)?.some((place) => leadsTo(place, object))) return
  if (isUnused(entry) && layout.starts.has(offset)) return
  throw malformedPdf(`object ${num} is not listed`, offset)
}

/** What only hybrid streams list is in the file. */
function checkHidden(saves: readonly Save[], { hidden }: Layout): void {
  if (hidden.size === 0) return
  const placed = new Map<number, PlacedObject[]>()
  for (const object of saves.flatMap(({ segments }) => segments.flatMap(({ objects }) => objects))) {
    placed.set(object.num, [...(placed.get(object.num) ?? []), object])
  }
  for (const [num, places] of hidden) {
    const isPlaced = places.every((place) =>
      place.type === 'compressed'
        ? placed.has(place.container)
        : placed.get(num)?.some((object) => leadsTo(place, object)),
    )
    if (!isPlaced) throw malformedPdf(`object ${num} is not where it is listed`)
  }
}

/**
 * An entry must refer to an object of the same save or
 * repeat an earlier entry.
 */
function checkEntries(
  entries: ReadonlyMap<number, ListedXrefEntry>,
  placed: ReadonlyMap<number, PlacedObject>,
  known: KnownEntries,
): void {
  for (const [num, entry] of entries) {
    if (entry.type === 'free') continue
    const own = placed.get(entry.type === 'offset' ? num : entry.container)
    const isOwn = own !== undefined && (entry.type === 'compressed' || leadsTo(entry, own))
    if (!isOwn && !sameEntry(entry, known.get(num))) throw malformedPdf(`object ${num} is not where it is listed`)
  }
}

/**
 * Object streams contain only listed objects. No other
 * stream has type ObjStm or XRef.
 */
function checkContainers(
  objects: readonly PlacedObject[],
  entries: ReadonlyMap<number, ListedXrefEntry>,
  { hidden, starts }: Layout,
): void {
  const indexes = new Map<number, Set<number>>()
  for (const entry of [...entries.values(), ...[...hidden.values()].flat()]) {
    if (entry.type !== 'compressed') continue
    const listed = indexes.get(entry.container) ?? new Set()
    indexes.set(entry.container, listed.add(entry.index))
  }
  for (const placed of objects) {
    const { object, num } = placed
    const type = isStream(object) ? object.dict.entries.get('Type') : undefined
    const count = isStream(object) ? object.dict.entries.get('N') : undefined
    const isStray = isNameOf(type, 'ObjStm')
      ? (indexes.get(num)?.size ?? 0) !== count
      : isNameOf(type, 'XRef') && !starts.has(placed.offset)
    if (isStray) throw malformedPdf(`stream ${num} is not what its /Type says`)
  }
}

function checkTrailers(sections: readonly XrefSection[], known: KnownEntries, { isUpdate }: Layout): void {
  for (const [index, { trailer, offset, entries }] of sections.entries()) {
    // In a linearised file, the first trailer covers both sections.
    const highest = index === 0 ? known.highest : topOf(entries)
    const size = trailer.entries.get('Size')
    // Readers take the objects beyond /Size, too; updates tell the right one.
    if (!isInteger(size) || (isUpdate && size <= highest)) throw malformedPdf('/Size of a trailer is too small', offset)
    const root = trailer.entries.get('Root')
    if (!isRef(root) && index === 0) throw malformedPdf('a trailer has no /Root', offset)
    if (isRef(root) && isRef(known.root) && known.root.num !== root.num) {
      throw malformedPdf('a trailer has another /Root', offset)
    }
    known.root ??= root
  }
}

function topOf(entries: ReadonlyMap<number, ListedXrefEntry>): number {
  let top = 0
  for (const num of entries.keys()) top = Math.max(top, num)
  return top
}
