import type { PdfDocument } from './pdf-document.ts'
import { malformedPdf } from './pdf-error.ts'
import { type HybridSection, isUnused } from './xref.ts'
import type { ListedXrefEntry } from './xref-listing.ts'

/** Cross-reference and object streams, as listed by the sections. */
export function structureStreams(document: PdfDocument): Set<number> {
  const sections = new Set(
    document.sections.flatMap(({ offset, hybrid }) => [
      offset,
      ...(hybrid === undefined ? [] : [hybrid.stream.offset]),
    ]),
  )
  const found = new Set<number>()
  for (const num of document.objectNumbers) {
    const entry = document.objects.entry(num)
    if (entry?.type === 'compressed') found.add(entry.container)
    else if (entry?.type === 'offset' && sections.has(entry.offset)) found.add(num)
  }
  return found
}

/** Differences between readers with and without /XRefStm. */
export interface HybridSections {
  /** The objects that a reader without /XRefStm knows at the end. */
  readonly plain: ReadonlyMap<number, ListedXrefEntry>
  /** By object number: every place that only a stream gave. */
  readonly hidden: ReadonlyMap<number, readonly ListedXrefEntry[]>
  /** Offsets of the streams. */
  readonly streams: ReadonlySet<number>
}

/** A missing entry equals a free one. */
export const sameEntry = (a: ListedXrefEntry, b: ListedXrefEntry | undefined): boolean => {
  if (a.type === 'offset') return b?.type === 'offset' && a.offset === b.offset && a.gen === b.gen
  if (a.type === 'compressed') return b?.type === 'compressed' && a.container === b.container && a.index === b.index
  return isUnused(b)
}

/**
 * Reads a file as a reader without /XRefStm does (ISO 32000-1,
 * 7.5.8.4). Word and Excel end their files with such a section.
 * @throws PdfError if a stream and the tables disagree about an
 * object that both list
 */
export function readHybrid(document: PdfDocument): HybridSections {
  const plain = new Map<number, ListedXrefEntry>()
  const hidden = new Map<number, ListedXrefEntry[]>()
  const streams = new Set<number>()
  for (const section of document.sections.toReversed()) {
    const { hybrid, entries } = section
    for (const [num, entry] of hybrid?.table ?? entries) plain.set(num, entry)
    if (hybrid === undefined) continue
    streams.add(hybrid.stream.offset)
    for (const [num, entry] of entriesBehind(hybrid, plain)) {
      const places = hidden.get(num)
      if (places === undefined) hidden.set(num, [entry])
      else places.push(entry)
    }
  }
  return { plain, hidden, streams }
}

/** Of a stream, what `plain` does not list. */
function entriesBehind(
  { stream }: HybridSection,
  plain: ReadonlyMap<number, ListedXrefEntry>,
): (readonly [number, ListedXrefEntry])[] {
  if (stream.agreedEnd === undefined) throw malformedPdf('an inexact hybrid cross-reference stream', stream.offset)
  return [...stream.entries].filter(([num, entry]) => {
    const listed = plain.get(num)
    if (!isUnused(entry) && isUnused(listed)) return true
    if (!sameEntry(entry, listed)) throw malformedPdf(`a hybrid section moves object ${num}`, stream.offset)
    return false
  })
}

/** Objects that only readers with /XRefStm support see. */
export function hiddenNumbers(document: PdfDocument): Set<number> {
  if (document.sections.every(({ hybrid }) => hybrid === undefined)) return new Set()
  const { plain, hidden } = readHybrid(document)
  return new Set([...hidden.keys()].filter((num) => isUnused(plain.get(num)) && !isUnused(document.objects.entry(num))))
}
