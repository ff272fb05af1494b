import { isDigit, isWhitespace, Lexer } from './lexer.ts'
import type { PdfLimits } from './limits.ts'
import { ObjectParser } from './object-parser.ts'
import { isArray, isDict, isInteger, isNamed, isRef, isStream, type PdfDict, type PdfStream } from './objects.ts'
import { malformed, PdfError } from './pdf-error.ts'
import type { StreamDecoder } from './stream-data.ts'

/** ISO 32000-1, 7.5.4 and 7.5.8. Offsets count from the file start. */
export type XrefEntry =
  | { readonly type: 'free' }
  | { readonly type: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly type: 'compressed'; readonly container: number; readonly index: number }

export type XrefKind = 'table' | 'stream'

export interface XrefSection {
  readonly kind: XrefKind
  /** From the file start. */
  readonly offset: number
  readonly trailer: PdfDict
  /** Of this section and its /XRefStm. */
  readonly entries: ReadonlyMap<number, XrefEntry>
  /**
   * End of section and trailer; undefined unless its syntax
   * matches 7.5.4 or 7.5.8 exactly.
   */
  readonly exactEnd: number | undefined
  /** The trailer contains a comment. */
  readonly hasComment: boolean
}

export interface Xref {
  readonly entries: ReadonlyMap<number, XrefEntry>
  /** Newest first. */
  readonly sections: readonly XrefSection[]
}

interface Given {
  readonly bytes: Uint8Array
  readonly headerOffset: number
  readonly limits: PdfLimits
  readonly decoder: StreamDecoder
}

interface Source extends Given {
  /** Over all sections. */
  entriesRead: number
}

interface Listing {
  readonly entries: Map<number, XrefEntry>
  /** False after any syntax that some readers refuse. */
  exact: boolean
}

/**
 * Reads the chain of sections.
 * @param start newest section, relative to the header
 */
export function readXref(given: Given, start: number): Xref {
  const source: Source = { ...given, entriesRead: 0 }
  const entries = new Map<number, XrefEntry>()
  const sections: XrefSection[] = []
  const visited = new Set<number>()
  let next: number | undefined = start
  while (next !== undefined) {
    if (visited.has(next)) throw malformed('the chain of cross-reference sections is a loop', next)
    visited.add(next)
    if (visited.size > source.limits.sections) throw new PdfError('PDF_TOO_COMPLEX', 'too many revisions')
    const section = readSection(source, next)
    mergeMissing(entries, section.entries)
    sections.push(section)
    next = offsetEntry(section.trailer, 'Prev')
  }
  return { entries, sections }
}

function mergeMissing(target: Map<number, XrefEntry>, older: ReadonlyMap<number, XrefEntry>): void {
  for (const [num, entry] of older) {
    if (!target.has(num)) target.set(num, entry)
  }
}

function offsetEntry(trailer: PdfDict, key: string): number | undefined {
  const value = trailer.entries.get(key)
  if (value === undefined) return undefined
  if (!isInteger(value) || value < 0) throw malformed(`invalid /${key} of a trailer`)
  return value
}

function readSection(source: Source, relative: number): XrefSection {
  const offset = source.headerOffset + relative
  if (offset >= source.bytes.length) throw malformed('a cross-reference offset lies outside the file', offset)
  const lexer = new Lexer(source.bytes, offset)
  lexer.skipWhitespace()
  return lexer.takeKeyword('xref') ? readTable(source, lexer, offset) : readStreamSection(source, offset)
}

function readTable(source: Source, lexer: Lexer, offset: number): XrefSection {
  const listing: Listing = { entries: new Map(), exact: lexer.position === offset + 'xref'.length }
  listing.exact &&= takesEndOfLine(lexer)
  lexer.skipWhitespace()
  while (!lexer.takeKeyword('trailer')) {
    readSubsection(source, lexer, listing)
    // No white space between subsections.
    listing.exact &&= isDigit(lexer.peek()) || lexer.peek() === LETTER_T
    lexer.skipWhitespace()
  }
  const comments = lexer.comments
  const trailer = new ObjectParser(lexer, source.limits).parse()
  if (!isDict(trailer)) throw malformed('the trailer is not a dictionary', offset)
  addHybridEntries(source, trailer, listing)
  const exactEnd = listing.exact ? lexer.position : undefined
  return { kind: 'table', offset, trailer, entries: listing.entries, exactEnd, hasComment: lexer.comments > comments }
}

const LETTER_T = 0x74
const ENTRY_BYTES = 20

function takesEndOfLine(lexer: Lexer): boolean {
  const first = lexer.peek()
  if (first !== 0x0d && first !== 0x0a) return false
  lexer.position += first === 0x0d && lexer.peek(1) === 0x0a ? 2 : 1
  return true
}

function readSubsection(source: Source, lexer: Lexer, listing: Listing): void {
  const at = lexer.position
  const first = lexer.readUnsigned()
  const space = lexer.position
  lexer.skipWhitespace()
  listing.exact &&= lexer.position === space + 1 && source.bytes[space] === 0x20
  const count = lexer.readUnsigned()
  admit(source, first, count, at)
  listing.exact &&= takesEndOfLine(lexer)
  skipEndOfLine(lexer)
  for (let num = first; num < first + count; num++) {
    const entry = readTableEntry(source, lexer, listing)
    if (listing.entries.has(num)) throw malformed(`object ${num} stands twice in one cross-reference section`, at)
    listing.entries.set(num, entry)
  }
}

function admit(source: Source, first: number, count: number, at: number): void {
  source.entriesRead += count
  if (first + count > source.limits.objectNumber + 1 || source.entriesRead > source.limits.entries) {
    throw new PdfError('PDF_TOO_COMPLEX', 'too many objects, or object numbers beyond the limit', at)
  }
}

function skipEndOfLine(lexer: Lexer): void {
  while (isWhitespace(lexer.peek())) lexer.position++
}

/**
 * `oooooooooo ggggg n`; accepts the common 19-byte form with
 * a single LF.
 */
function readTableEntry(source: Source, lexer: Lexer, listing: Listing): XrefEntry {
  const at = lexer.position
  const offset = fixedDigits(lexer, 10)
  const space = lexer.peek()
  lexer.position++
  const gen = fixedDigits(lexer, 5)
  const secondSpace = lexer.peek()
  const type = lexer.peek(1)
  lexer.position += 2
  const inUse = type === 0x6e
  if (space !== 0x20 || secondSpace !== 0x20 || !(inUse || type === 0x66) || !isWhitespace(lexer.peek())) {
    throw malformed('invalid cross-reference entry', at)
  }
  skipEndOfLine(lexer)
  listing.exact &&= isExactEnd(source.bytes, at) && !(inUse && offset === 0)
  // MuPDF writes white space before `trailer`.
  listing.exact &&= lexer.position === at + ENTRY_BYTES || lexer.peek() === LETTER_T
  // Writers use offset 0 for missing objects.
  if (!inUse || offset === 0) return { type: 'free' }
  return { type: 'offset', offset: offset + source.headerOffset, gen }
}

/** 7.5.4: 20 bytes, ending in SP CR, SP LF or CR LF. */
function isExactEnd(bytes: Uint8Array, entry: number): boolean {
  const [first, second] = [bytes[entry + ENTRY_BYTES - 2], bytes[entry + ENTRY_BYTES - 1]]
  return first === 0x20 ? second === 0x0d || second === 0x0a : first === 0x0d && second === 0x0a
}

function fixedDigits(lexer: Lexer, count: number): number {
  let value = 0
  for (let i = 0; i < count; i++) {
    const digit = (lexer.peek(i) ?? 0) - 0x30
    if (digit < 0 || digit > 9) throw malformed('invalid cross-reference entry', lexer.position)
    value = value * 10 + digit
  }
  lexer.position += count
  return value
}

/** 7.5.8.4: /XRefStm lists objects that the table hides as free. */
function addHybridEntries(source: Source, trailer: PdfDict, listing: Listing): void {
  const relative = offsetEntry(trailer, 'XRefStm')
  if (relative === undefined) return
  // Readers without /XRefStm support see another document.
  listing.exact = false
  const hidden = readStreamSection(source, source.headerOffset + relative)
  for (const [num, entry] of hidden.entries) {
    const listed = listing.entries.get(num)
    if (listed === undefined || listed.type === 'free') listing.entries.set(num, entry)
  }
}

function readStreamSection(source: Source, offset: number): XrefSection {
  const lexer = new Lexer(source.bytes, offset)
  const startsHere = isDigit(lexer.peek())
  const { object } = new ObjectParser(lexer, source.limits).parseIndirect(() => {
    throw malformed('the length of a cross-reference stream is not direct', offset)
  })
  if (!isStream(object) || !isNamed(object.dict.entries.get('Type'), 'XRef')) {
    throw malformed('no cross-reference section here', offset)
  }
  const { entries, exact } = decodeEntries(source, object, offset)
  const exactEnd = exact && startsHere ? lexer.position : undefined
  return { kind: 'stream', offset, trailer: object.dict, entries, exactEnd, hasComment: lexer.comments > 0 }
}

function integersOf(dict: PdfDict, key: string): number[] | undefined {
  const value = dict.entries.get(key)
  if (value === undefined) return undefined
  if (!isArray(value)) throw malformed(`/${key} of a cross-reference stream is not an array`)
  return value.items.map((item) => {
    if (!isInteger(item) || item < 0) throw malformed(`invalid /${key} of a cross-reference stream`)
    return item
  })
}

function decodeEntries(source: Source, section: PdfStream, offset: number): Listing {
  const size = section.dict.entries.get('Size')
  const widths = integersOf(section.dict, 'W')
  if (!isInteger(size) || size < 0) throw malformed('a cross-reference stream has no /Size', offset)
  if (widths?.length !== 3 || widths.some((width) => width > 8) || widths[1] === 0) {
    throw malformed('invalid /W', offset)
  }
  const index = integersOf(section.dict, 'Index') ?? [0, size]
  const data = source.decoder.decode(section)
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths
  const rowLength = typeWidth + secondWidth + thirdWidth
  const listing: Listing = { entries: new Map(), exact: index.length % 2 === 0 }
  let position = 0
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] ?? 0
    const count = index[pair + 1] ?? 0
    admit(source, first, count, offset)
    if (position + count * rowLength > data.length) throw malformed('a cross-reference stream is too short', offset)
    for (let num = first; num < first + count; num++, position += rowLength) {
      const type = typeWidth === 0 ? 1 : bigEndian(data, position, typeWidth)
      const second = bigEndian(data, position + typeWidth, secondWidth)
      const third = bigEndian(data, position + typeWidth + secondWidth, thirdWidth)
      if (listing.entries.has(num)) {
        throw malformed(`object ${num} stands twice in one cross-reference section`, offset)
      }
      listing.exact &&= type <= 2 && num < size
      listing.entries.set(num, streamEntry(source, type, second, third))
    }
  }
  listing.exact &&= position === data.length
  return listing
}

function streamEntry(source: Source, type: number, second: number, third: number): XrefEntry {
  if (type === 1) return { type: 'offset', offset: second + source.headerOffset, gen: third }
  if (type === 2) return { type: 'compressed', container: second, index: third }
  // 7.5.8.3: unknown types are references to null.
  return { type: 'free' }
}

function bigEndian(data: Uint8Array, start: number, width: number): number {
  let value = 0
  for (let i = 0; i < width; i++) value = value * 256 + (data[start + i] ?? 0)
  if (!Number.isSafeInteger(value)) throw malformed('a cross-reference stream holds an impossible number')
  return value
}

export const trailerRef = (trailer: PdfDict, key: string) => {
  const value = trailer.entries.get(key)
  return isRef(value) ? value : undefined
}
