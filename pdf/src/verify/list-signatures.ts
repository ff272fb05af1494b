import { decodeLatin1, isDigit, isRegular, isWhitespace, PdfLexer } from '../syntax/lexer.ts'
import { ObjectParser } from '../syntax/object-parser.ts'
import { parseContainer } from '../syntax/object-reader.ts'
import { isArray, isDict, isInteger, isNameOf, isStream, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { malformedPdf, PdfError } from '../syntax/pdf-error.ts'
import { createStreamDecoder, type StreamDecoder } from '../syntax/stream-data.ts'
import { countByteRanges } from './count-byte-ranges.ts'

/** Bytes of an object in the file. */
export interface ByteSpan {
  readonly start: number
  readonly end: number
}

/** A dictionary with /ByteRange, itself an object or a part of one. */
export interface ListedSignature {
  readonly dict: PdfDict
  /** Of the object; undefined in an object stream. */
  readonly span: ByteSpan | undefined
}

/** Everything in the file that claims to be a signature, reached or not. */
export interface SignatureListing {
  readonly signatures: readonly ListedSignature[]
  /** Claims in bytes that are no object. */
  readonly unread: number
  /** Objects in the order of the file. */
  readonly objects: readonly ByteSpan[]
}

type Reading = Pick<PdfDocument, 'bytes' | 'limits' | 'inflate'> & Partial<Pick<PdfDocument, 'encryption'>>

/**
 * Finds the signature dictionaries of all revisions: in every
 * object that any cross-reference section lists, in object
 * streams, and in objects between them that nothing lists.
 * Words in strings, streams, names and comments are none.
 * @throws PdfError PDF_BOMB, PDF_TOO_COMPLEX
 */
export function listFoundSignatures(document: PdfDocument): SignatureListing {
  const listing = new Listing(document, (length) => document.objects.resolve(length))
  for (const { entries, trailer, offset, exactEnd } of document.sections) {
    listing.take(trailer, undefined)
    if (exactEnd !== undefined) listing.passOver({ start: offset, end: exactEnd })
    for (const entry of entries.values()) if (entry.type === 'offset') listing.takeAt(entry.offset)
  }
  return listing.finish()
}

/** The same for a file that cannot be opened. */
export const listClaims = (reading: Reading): SignatureListing => new Listing(reading, () => null).finish()

/** Objects may overlap; hostile files let all of them. */
const MOST_READ = 16
const LONGEST_TRAILER = 64 * 1024
const LONGEST_BLANK = 16
const END_OF_OBJECT = 'endobj'

/** `num gen obj`; each step is bounded. */
function beginsObject(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  for (const most of [10, 5]) {
    const digits = at
    while (at < end && at - digits <= most && isDigit(bytes[at])) at++
    const blank = at
    while (at < end && at - blank <= LONGEST_BLANK && isWhitespace(bytes[at])) at++
    if (blank === digits || at === blank) return false
  }
  return at + 3 <= end && bytes[at] === 0x6f && bytes[at + 1] === 0x62 && bytes[at + 2] === 0x6a
}

const indexOf = (bytes: Uint8Array, word: string, from: number): number => {
  const first = word.charCodeAt(0)
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let same = 1
    while (same < word.length && bytes[at + same] === word.charCodeAt(same)) same++
    if (same === word.length) return at
  }
  return -1
}

const partsOf = (object: PdfObject): Iterable<PdfObject> =>
  isArray(object) ? object.items : isDict(object) ? object.entries.values() : []

/** A bomb ends the reading; other problems are the object's own. */
const isOfObject = (error: unknown): boolean => error instanceof PdfError && error.code !== 'PDF_BOMB'

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (isOfObject(error)) return undefined
    throw error
  }
}

class Listing {
  readonly #bytes: Uint8Array
  readonly #reading: Reading
  readonly #decoder: StreamDecoder
  readonly #resolve: (length: PdfObject) => PdfObject
  readonly #signatures: ListedSignature[] = []
  readonly #objects = new Map<number, ByteSpan>()
  readonly #known: ByteSpan[] = []
  #unread = 0
  #ending = { from: 0, found: -1 }
  #read = 0

  constructor(reading: Reading, resolve: (length: PdfObject) => PdfObject) {
    this.#bytes = reading.bytes
    this.#reading = reading
    this.#decoder = createStreamDecoder(reading.inflate, reading.limits)
    this.#resolve = resolve
  }

  take(value: PdfObject, span: ByteSpan | undefined): void {
    const open: PdfObject[] = [value]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const part = isStream(next) ? next.dict : next
      if (isDict(part) && part.entries.has('ByteRange')) this.#signatures.push({ dict: part, span })
      for (const item of partsOf(part)) if (typeof item === 'object') open.push(item)
    }
  }

  passOver(span: ByteSpan): void {
    this.#known.push(span)
  }

  /** @returns false if no object begins here */
  takeAt(start: number, end = this.#bytes.length): boolean {
    if (this.#objects.has(start)) return true
    if (!beginsObject(this.#bytes, start, end)) return false
    const parser = new ObjectParser(new PdfLexer(this.#bytes, start, end), this.#reading.limits)
    try {
      const { num, gen, object } = parser.parseIndirect((length, at) => this.#lengthOf(length, at))
      const span = { start, end: parser.lexer.position }
      this.#objects.set(start, span)
      this.#known.push(span)
      this.take(object, span)
      const isContainer = isStream(object) && isNameOf(object.dict.entries.get('Type'), 'ObjStm')
      if (isContainer) this.#takeMembers(this.#reading.encryption?.decrypt({ num, gen }, object) ?? object)
      return true
    } catch (error) {
      if (isOfObject(error)) return false
      throw error
    } finally {
      this.#spend(parser.lexer.position - start)
    }
  }

  #spend(read: number): void {
    this.#read += read
    if (this.#read > this.#bytes.length * MOST_READ) throw new PdfError('PDF_TOO_COMPLEX', 'objects overlap')
  }

  #lengthOf(length: PdfObject, at: number): number {
    const value = this.#resolve(length)
    if (!isInteger(value)) throw malformedPdf('a stream length leads to no number', at)
    return value
  }

  /** Also members that no section lists. */
  #takeMembers(container: PdfObject): void {
    const { limits } = this.#reading
    if (!isStream(container)) return
    const opened = attempt(() => parseContainer(container.dict, this.#decoder.decode(container), limits))
    if (opened === undefined) return
    const { data, first, header } = opened
    for (let at = 1; at < header.length; at += 2) {
      const start = first + (header[at] ?? 0)
      const next = header[at + 2]
      const end = next === undefined ? data.length : Math.min(first + next, data.length)
      const member = attempt(() => new ObjectParser(new PdfLexer(data, start, Math.max(start, end)), limits).parse())
      if (member !== undefined) this.take(member, undefined)
    }
  }

  finish(): SignatureListing {
    let start = 0
    for (const span of this.#known.toSorted((a, b) => a.start - b.start)) {
      if (span.start > start) this.#readBetween(start, span.start)
      start = Math.max(start, span.end)
    }
    this.#readBetween(start, this.#bytes.length)
    const objects = [...this.#objects.values()].toSorted((a, b) => a.start - b.start)
    return { signatures: this.#signatures, unread: this.#unread, objects }
  }

  /** Reads objects, tables and keywords that nothing lists. */
  #readBetween(start: number, end: number): void {
    const lexer = new PdfLexer(this.#bytes, start, end)
    for (lexer.skipWhitespace(); lexer.position < end; lexer.skipWhitespace()) {
      const at = lexer.position
      if (isDigit(lexer.peek()) && this.#takeBetween(lexer, end)) continue
      if (isRegular(lexer.peek()) && this.#takeWord(lexer, end)) continue
      this.#leaveUnread(at, this.#endOfObject(at, end))
      lexer.position = this.#endOfObject(at, end)
    }
  }

  /** Bounded, so that an endless string is read once. */
  #takeBetween(lexer: PdfLexer, end: number): boolean {
    const at = lexer.position
    if (!beginsObject(this.#bytes, at, end)) return false
    const limit = this.#endOfObject(at, end)
    if (!this.takeAt(at, limit)) this.#leaveUnread(at, limit)
    lexer.position = this.#objects.get(at)?.end ?? limit
    return true
  }

  /** Searches each byte once, whatever it is asked. */
  #endOfObject(at: number, end: number): number {
    if (at < this.#ending.from || at > this.#ending.found) {
      const found = indexOf(this.#bytes, END_OF_OBJECT, at)
      this.#ending = { from: at, found: found < 0 ? Number.POSITIVE_INFINITY : found }
    }
    return Math.min(this.#ending.found + END_OF_OBJECT.length, end)
  }

  /** @returns false before a trailer that cannot be read */
  #takeWord(lexer: PdfLexer, end: number): boolean {
    const start = lexer.position
    while (isRegular(lexer.peek())) lexer.position++
    if (lexer.position - start !== 'trailer'.length || decodeLatin1(this.#bytes, start, lexer.position) !== 'trailer')
      return true
    const limit = Math.min(this.#endOfObject(start, end), start + LONGEST_TRAILER)
    const parser = new ObjectParser(new PdfLexer(this.#bytes, lexer.position, limit), this.#reading.limits)
    const trailer = attempt(() => parser.parse())
    if (trailer === undefined) return false
    this.take(trailer, undefined)
    lexer.position = parser.lexer.position
    return true
  }

  /**
   * Only here are bytes searched: what is no object has no
   * syntax that could tell a dictionary from a string.
   */
  #leaveUnread(start: number, end: number): void {
    this.#unread += countByteRanges(this.#bytes.subarray(start, end))
  }
}
