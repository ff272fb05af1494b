import { findStructureProblem } from '../syntax/exact-structure.ts'
import { decodeLatin1 } from '../syntax/lexer.ts'
import { openPdf, type PdfDocument, type PdfOpenOptions } from '../syntax/pdf-document.ts'
import { type DocumentChange, makeChange } from './changes.ts'
import { compareVerified } from './compare-revisions.ts'
import { coveredLength, type FoundSignature, holdsSignature, type LocatedRange } from './locate-signatures.ts'
import { EdgeCache } from './object-edges.ts'

/** The revisions of a file. A position is the length of a revision in bytes. */
export interface RevisionHistory {
  /** Undefined if unreadable. */
  stateAt(covered: number): PdfDocument | undefined
  changesAfter(covered: number): readonly DocumentChange[]
  /** True if the signature's field holds it in its own revision. */
  holdsIn(found: FoundSignature): boolean
}

/**
 * Opens the file as it was at each of `ends` and compares each state with the next.
 *
 * @param ends bytes that signatures cover
 */
export function readHistory(document: PdfDocument, options: PdfOpenOptions, ends: readonly number[]): RevisionHistory {
  const { bytes } = document
  const points = [...new Set([...ends, bytes.length])].filter((end) => end > 0).toSorted((a, b) => a - b)
  const states = new Map<number, PdfDocument | undefined>()
  for (const end of points) states.set(end, end === bytes.length ? document : tryOpen(bytes.subarray(0, end), options))
  const cache = new EdgeCache()
  const steps = points.slice(1).map((end, index) => {
    const start = points[index] ?? 0
    return compareStates({ start, cache }, states.get(start), states.get(end))
  })
  const rest = afterEnd(bytes)
  return {
    stateAt: (covered) => states.get(covered),
    changesAfter: (covered) => [
      ...steps.filter((_, index) => (points[index] ?? 0) >= covered).flat(),
      ...(covered < bytes.length ? rest : []),
    ],
    holdsIn({ fieldName, range }) {
      const end = range === undefined ? 0 : coveredLength(range)
      const state = states.get(end)
      if (range === undefined || state === undefined) return false
      return holds(state, fieldName, range)
    },
  }
}

function holds(state: PdfDocument, fieldName: string, range: LocatedRange): boolean {
  try {
    return holdsSignature(state, fieldName, range)
  } catch {
    return false
  }
}

function tryOpen(bytes: Uint8Array, options: PdfOpenOptions): PdfDocument | undefined {
  try {
    return openPdf(bytes, options)
  } catch {
    return undefined
  }
}

interface Step {
  readonly start: number
  readonly cache: EdgeCache
}

function compareStates(
  { start, cache }: Step,
  before: PdfDocument | undefined,
  after: PdfDocument | undefined,
): DocumentChange[] {
  if (before === undefined || after === undefined) return [makeChange('unreadable')]
  try {
    const changes = compareVerified(before, after, cache)
    if (changes.some(({ kind }) => kind === 'cross-reference')) return changes
    return findStructureProblem(after, start) === undefined ? changes : [...changes, makeChange('file-structure')]
  } catch {
    return [makeChange('unreadable')]
  }
}

/** Bytes; a save ends with `%%EOF`. */
const TAIL = 4096

/** Only white space may follow the last `%%EOF`. */
function afterEnd(bytes: Uint8Array): DocumentChange[] {
  const tail = decodeLatin1(bytes, Math.max(0, bytes.length - TAIL))
  const end = tail.lastIndexOf('%%EOF')
  return end >= 0 && /^[\s\0]*$/.test(tail.slice(end + 5)) ? [] : [makeChange('trailing-bytes')]
}
