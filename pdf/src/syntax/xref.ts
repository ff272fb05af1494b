import { isDigit, isWhitespace, PdfLexer } from './lexer.ts'
import { ObjectParser } from './object-parser.ts'
import { isDict, isInteger, isNameOf, isRef, isStream, type PdfDict } from './objects.ts'
import { malformedPdf, PdfError } from './pdf-error.ts'
import {
  admitEntries,
  type ListedXrefEntry,
  type XrefInput,
  type XrefListing,
  type XrefSource,
} from './xref-listing.ts'
import { decodeEntries } from './xref-stream.ts'

export type XrefKind = 'table' | 'stream'

/** A cross-reference table or stream with its trailer. */
export interface XrefSection {
  readonly kind: XrefKind
  /** From the file start. */
  readonly offset: number
  readonly trailer: PdfDict
  readonly entries: ReadonlyMap<number, ListedXrefEntry>
  /**
   * End of section and trailer; undefined unless its syntax
   * matches 7.5.4 or 7.5.8 exactly.
   */
  readonly exactEnd: number | undefined
  /** The same, also for forms that all readers read alike. */
  readonly agreedEnd: number | undefined
  /** A reader may search the file for objects instead. */
  readonly searched: boolean
  /** The trailer contains a comment. */
  readonly hasComment: boolean
  /** Only if the trailer has /XRefStm. */
  readonly hybrid?: HybridSection | undefined
}

/** A table with /XRefStm (7.5.8.4), which older readers ignore. */
export interface HybridSection {
  /** The objects that the table alone lists. */
  readonly table: ReadonlyMap<number, ListedXrefEntry>
  readonly stream: XrefSection
}

/** `entries`: the newest of each object. `sections`: newest first. */
export interface XrefTable {
  readonly entries: ReadonlyMap<number, ListedXrefEntry>
  readonly sections: readonly XrefSection[]
}

/**
 * Reads the chain of sections.
 * @param start newest section, relative to the header
 */
export function readXref(given: XrefInput, start: number): XrefTable {
  const source: XrefSource = { ...given, entriesRead: 0 }
  const entries = new Map<number, ListedXrefEntry>()
  const sections: XrefSection[] = []
  const visited = new Set<number>()
  let next: number | undefined = start
  while (next !== undefined) {
    if (visited.has(next)) throw malformedPdf('the chain of cross-reference sections is a loop', next)
    visited.add(next)
    if (visited.size > source.limits.sections) throw new PdfError('PDF_TOO_COMPLEX', 'too many revisions')
    const section = readSection(source, next)
    mergeMissing(entries, section.entries)
    sections.push(section)
    next = offsetEntry(section.trailer, 'Prev')
  }
  return { entries, sections }
}

function mergeMissing(target: Map<number, ListedXrefEntry>, older: ReadonlyMap<number, ListedXrefEntry>): void {
  for (const [num, entry] of older) {
    if (!target.has(num)) target.set(num, entry)
  }
}

function offsetEntry(trailer: PdfDict, key: string): number | undefined {
  const value = trailer.entries.get(key)
  if (value === undefined) return undefined
  if (!isInteger(value) || value < 0) throw malformedPdf(`invalid /${key} of a trailer`)
  return value
}

function readSection(source: XrefSource, relative: number): XrefSection {
  const offset = source.headerOffset + relative
  if (offset >= source.bytes.length) throw malformedPdf('a cross-reference offset lies outside the file', offset)
  const lexer = new PdfLexer(source.bytes, offset)
  lexer.skipWhitespace()
  return lexer.takeKeyword('xref') ? readTable(source, lexer, offset) : readStreamSection(source, offset)
}

function readTable(source: XrefSource, lexer: PdfLexer, offset: number): XrefSection {
  const listing: XrefListing = {
    entries: new Map(),
    exact: lexer.position === offset + 'xref'.length,
    agreed: lexer.comments === 0,
    searched: false,
  }
  noteSyntax(listing, takesEndOfLine(lexer))
  lexer.skipWhitespace()
  while (!lexer.takeKeyword('trailer')) {
    readSubsection(source, lexer, listing)
    // No white space between subsections.
    noteSyntax(listing, isDigit(lexer.peek()) || lexer.peek() === LETTER_T)
    lexer.skipWhitespace()
  }
  const comments = lexer.comments
  const trailer = new ObjectParser(lexer, source.limits).parse()
  if (!isDict(trailer)) throw malformedPdf('the trailer is not a dictionary', offset)
  const stream = readHybridStream(source, trailer)
  return {
    kind: 'table',
    offset,
    trailer,
    entries: stream === undefined ? listing.entries : withHidden(listing.entries, stream.entries),
    // Readers without /XRefStm support see another document.
    exactEnd: listing.exact && stream === undefined ? lexer.position : undefined,
    agreedEnd: listing.agreed ? lexer.position : undefined,
    searched: listing.searched,
    hasComment: lexer.comments > comments,
    hybrid: stream && { table: listing.entries, stream },
  }
}

/** Syntax that some readers refuse is neither exact nor agreed. */
function noteSyntax(listing: XrefListing, isRight: boolean): void {
  listing.exact &&= isRight
  listing.agreed &&= isRight
}

const LETTER_T = 0x74
/** ISO 32000-1, 7.5.4. */
const ENTRY_BYTES = 20

function takesEndOfLine(lexer: PdfLexer): boolean {
  const first = lexer.peek()
  if (first !== 0x0d && first !== 0x0a) return false
  lexer.position += first === 0x0d && lexer.peek(1) === 0x0a ? 2 : 1
  return true
}

function readSubsection(source: XrefSource, lexer: PdfLexer, listing: XrefListing): void {
  const at = lexer.position
  const first = lexer.readUnsigned()
  const space = lexer.position
  lexer.skipWhitespace()
  noteSyntax(listing, lexer.position === space + 1 && source.bytes[space] === 0x20)
  const count = lexer.readUnsigned()
  admitEntries(source, first, count, at)
  // Acrobat Distiller and iText write a blank after the count.
  while (lexer.peek() === 0x20) lexer.position++
  noteSyntax(listing, takesEndOfLine(lexer))
  skipEndOfLine(lexer)
  for (let num = first; num < first + count; num++) {
    const entry = readTableEntry(source, lexer, listing, num)
    if (listing.entries.has(num)) throw malformedPdf(`object ${num} stands twice in one cross-reference section`, at)
    listing.entries.set(num, entry)
  }
}

function skipEndOfLine(lexer: PdfLexer): void {
  while (isWhitespace(lexer.peek())) lexer.position++
}

/**
 * `oooooooooo ggggg n`; accepts the common 19-byte form with
 * a single LF.
 */
function readTableEntry(source: XrefSource, lexer: PdfLexer, listing: XrefListing, num: number): ListedXrefEntry {
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
    throw malformedPdf('invalid cross-reference entry', at)
  }
  skipEndOfLine(lexer)
  // MuPDF writes white space before `trailer`.
  const endsExactly = lexer.position === at + ENTRY_BYTES || lexer.peek() === LETTER_T
  const isExact = isExactEnd(source.bytes, at) && endsExactly
  const isShort = lexer.position === at + ENTRY_BYTES - 1
  // Quartz and old iText use offset 0 for missing objects.
  listing.exact &&= isExact && !(inUse && offset === 0)
  listing.agreed &&= isExact || isShort
  // PDFium expects 20 bytes, pdf.js a free object 0.
  listing.searched ||= isShort || (inUse && num === 0)
  if (!inUse || offset === 0) return { type: 'free' }
  return { type: 'offset', offset: offset + source.headerOffset, gen }
}

/** 7.5.4: 20 bytes, ending in SP CR, SP LF or CR LF. */
function isExactEnd(bytes: Uint8Array, entry: number): boolean {
  const [first, second] = [bytes[entry + ENTRY_BYTES - 2], bytes[entry + ENTRY_BYTES - 1]]
  return first === 0x20 ? second === 0x0d || second === 0x0a : first === 0x0d && second === 0x0a
}

function fixedDigits(lexer: PdfLexer, count: number): number {
  let value = 0
  for (let i = 0; i < count; i++) {
    const digit = (lexer.peek(i) ?? 0) - 0x30
    if (digit < 0 || digit > 9) throw malformedPdf('invalid cross-reference entry', lexer.position)
    value = value * 10 + digit
  }
  lexer.position += count
  return value
}

function readHybridStream(source: XrefSource, trailer: PdfDict): XrefSection | undefined {
  const relative = offsetEntry(trailer, 'XRefStm')
  return relative === undefined ? undefined : readStreamSection(source, source.headerOffset + relative)
}

/** 7.5.8.4: /XRefStm lists objects that the table hides as free. */
function withHidden(
  table: ReadonlyMap<number, ListedXrefEntry>,
  stream: ReadonlyMap<number, ListedXrefEntry>,
): Map<number, ListedXrefEntry> {
  const entries = new Map(table)
  for (const [num, entry] of stream) if (isUnused(table.get(num))) entries.set(num, entry)
  return entries
}

export const isUnused = (entry: ListedXrefEntry | undefined): boolean => entry === undefined || entry.type === 'free'

function readStreamSection(source: XrefSource, offset: number): XrefSection {
  const lexer = new PdfLexer(source.bytes, offset)
  const startsHere = isDigit(lexer.peek())
  const { object } = new ObjectParser(lexer, source.limits).parseIndirect(() => {
    throw malformedPdf('the length of a cross-reference stream is not direct', offset)
  })
  if (!isStream(object) || !isNameOf(object.dict.entries.get('Type'), 'XRef')) {
    throw malformedPdf('no cross-reference section here', offset)
  }
  const { entries, exact, agreed } = decodeEntries(source, object, offset)
  return {
    kind: 'stream',
    offset,
    trailer: object.dict,
    entries,
    exactEnd: exact && startsHere ? lexer.position : undefined,
    agreedEnd: agreed && startsHere ? lexer.position : undefined,
    searched: false,
    hasComment: lexer.comments > 0,
  }
}

/** Undefined unless the entry is a reference, as 7.5.5 requires. */
export const trailerRef = (trailer: PdfDict, key: string) => {
  const value = trailer.entries.get(key)
  return isRef(value) ? value : undefined
}
