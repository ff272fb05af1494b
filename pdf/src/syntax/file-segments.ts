import { decodeLatin1, isDigit, isRegular, isWhitespace, PdfLexer } from './lexer.ts'
import { ObjectParser } from './object-parser.ts'
import { isInteger, isNameOf, isStream, type PdfDict, type PdfObject } from './objects.ts'
import type { PdfDocument } from './pdf-document.ts'
import { malformedPdf } from './pdf-error.ts'
import { hasPlainNumbers } from './plain-numbers.ts'
import type { XrefSection } from './xref.ts'

export interface PlacedObject {
  readonly num: number
  readonly gen: number
  readonly offset: number
  /**
   * Offsets from here to `offset` lead to the object: readers
   * skip white space, and Microsoft's printer counts from it.
   */
  readonly blank: number
  readonly object: PdfObject
}

/**
 * One save: objects, cross-reference section and `startxref`
 * (ISO 32000-2, 7.5.6).
 */
export interface FileSegment {
  readonly objects: readonly PlacedObject[]
  readonly section: XrefSection
  readonly startXref: number
}

const HEADER = /^%PDF-\d\.\d[\0 \t]*(?:\r\n|\r|\n)/
/** iText adds its version or licence after its trailers. */
const PRODUCER = /^%[-A-Za-z0-9 .+()]{1,80}(?:\r\n|\r|\n)/
/** Readers skip white space: Qt, Acrobat and PDFsam write blanks and empty lines. */
const START = /^startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ]+%%EOF/
/** Acrobat adds its update to a file of Word without a line end. */
const START_OF_UPLOAD = new RegExp(`${START.source}(?![^\\0\\t\\n\\f\\r 0-9])`)
const START_OF_UPDATE = new RegExp(`${START.source}(?![^\\0\\t\\n\\f\\r ])`)
/** Bytes. */
const LONGEST_START = 64
/** Readers search this many bytes for the last `startxref`. */
const TAIL_WITHIN = 1024
/** Keywords that a searching reader would find. */
const STRUCTURAL = /(?:^|[^A-Za-z])(?:obj|endobj|stream|endstream|xref|startxref|trailer)(?![A-Za-z])|%%EOF|%PDF-/

/**
 * Splits a file, or its bytes after `from`, into saves.
 * @throws PdfError for anything else between them
 */
export const readSegments = (document: PdfDocument, from: number): FileSegment[] => new Segments(document, from).read()

class Segments {
  readonly #document: PdfDocument
  readonly #isUpdate: boolean
  /** A reader searches the file: MuPDF if bytes precede the header. */
  readonly #isSearched: boolean
  readonly #lexer: PdfLexer
  readonly #sections: ReadonlyMap<number, XrefSection>
  readonly #found: FileSegment[] = []
  #objects: PlacedObject[] = []
  #section: XrefSection | undefined
  #lastStart = 0
  /** Where the last white space began. */
  #blank = 0

  constructor(document: PdfDocument, from: number) {
    this.#document = document
    this.#isUpdate = from > 0
    this.#isSearched = document.headerOffset > 0 || document.sections.some(({ searched }) => searched)
    this.#lexer = new PdfLexer(document.bytes, from)
    this.#sections = new Map(document.sections.map((section) => [this.#begin(section), section]))
  }

  /** Quartz counts the line end before `xref`. */
  #begin({ kind, offset }: XrefSection): number {
    const { bytes } = this.#document
    let begin = offset
    while (kind === 'table' && !this.#isUpdate && isWhitespace(bytes[begin])) begin++
    return begin
  }

  read(): FileSegment[] {
    const { bytes } = this.#document
    this.#skipBeginning()
    while (this.#skipBlank()) this.#readPart()
    if (this.#objects.length > 0 || this.#section !== undefined) throw malformedPdf('something follows the last %%EOF')
    if (this.#found.length > 0 && bytes.length - this.#lastStart > TAIL_WITHIN) {
      throw malformedPdf("'startxref' is not at the end")
    }
    return this.#found
  }

  #skipBeginning(): void {
    const { bytes, headerOffset } = this.#document
    const { position } = this.#lexer
    if (this.#isUpdate) {
      const follows = position >= bytes.length || isWhitespace(bytes[position]) || isWhitespace(bytes[position - 1])
      if (!follows) throw malformedPdf('something follows %%EOF', position)
      return
    }
    const header = HEADER.exec(decodeLatin1(bytes, headerOffset, headerOffset + 32))
    // Offsets count from the header; readers ignore earlier
    // bytes, such as a byte order mark.
    const isClean = !STRUCTURAL.test(decodeLatin1(bytes, 0, headerOffset))
    if (header === null || !isClean) throw malformedPdf('the file does not begin with its header', 0)
    this.#lexer.position = headerOffset + header[0].length
  }

  /** Skips white space and allowed comments; false at the end. */
  #skipBlank(): boolean {
    const lexer = this.#lexer
    for (;;) {
      this.#blank = lexer.position
      while (isWhitespace(lexer.peek())) lexer.position++
      if (lexer.peek() !== 0x25) return lexer.peek() !== undefined
      const start = lexer.position
      while (lexer.peek() !== undefined && lexer.peek() !== 0x0a && lexer.peek() !== 0x0d) lexer.position++
      this.#checkComment(start, lexer.position)
    }
  }

  #checkComment(start: number, end: number): void {
    const { bytes } = this.#document
    const isOfProducer =
      this.#section !== undefined && PRODUCER.test(decodeLatin1(bytes, start, Math.min(end + 2, start + 100)))
    const isAllowed = isOfProducer || !this.#isUpdate
    if (!isAllowed || STRUCTURAL.test(decodeLatin1(bytes, start, end)))
      throw malformedPdf('a comment where none may be', start)
  }

  #readPart(): void {
    const { bytes } = this.#document
    const { position } = this.#lexer
    const section = this.#sections.get(position)
    if (this.#section !== undefined && this.#lacksStart(this.#section, section)) {
      this.#endSave(this.#section, this.#section.offset)
    } else if (this.#section !== undefined) this.#readStart(this.#section)
    else if (section?.kind === 'table') this.#takeSection(section)
    else if (isDigit(bytes[position])) this.#readObject(section)
    // Photoshop repeats the keyword.
    else if (!this.#isUpdate && this.#objects.length > 0 && this.#lexer.takeKeyword('endobj')) return
    else throw malformedPdf('neither an object nor a cross-reference section', position)
  }

  /**
   * Acrobat 7 writes a hybrid section directly after the one
   * that it continues; qpdf ended the first section of a
   * linearised file with white space.
   */
  #lacksStart({ kind, offset, trailer }: XrefSection, next: XrefSection | undefined): boolean {
    const { headerOffset } = this.#document
    const [relative, previous] = [offset - headerOffset, trailer.entries.get('Prev')]
    if (this.#isUpdate) return false
    if (next?.hybrid !== undefined) return next.trailer.entries.get('Prev') === relative
    const opensLinearised = kind === 'stream' && this.#found.length === 0 && isInteger(previous) && previous > relative
    return opensLinearised && isDigit(this.#lexer.peek())
  }

  #takeSection(section: XrefSection): void {
    const end = this.#isUpdate ? section.exactEnd : section.agreedEnd
    if (end === undefined || (this.#isUpdate && section.hasComment)) {
      throw malformedPdf('an inexact cross-reference section', section.offset)
    }
    if (this.#isUpdate) this.#checkNumbers(section.trailer, section.offset, end)
    this.#section = section
    this.#lexer.position = end
  }

  /** Structural numbers contain digits only. */
  #checkNumbers(dict: PdfDict, start: number, end: number): void {
    const text = decodeLatin1(this.#document.bytes, start, end)
    const trailer = Math.max(0, text.indexOf('trailer'))
    const data = text.search(/>>[\s\0]*stream[\r\n]/)
    if (!hasPlainNumbers(dict, text.slice(trailer, data < 0 ? undefined : data))) {
      throw malformedPdf('a number that readers may read in different ways', start)
    }
  }

  #readStart(section: XrefSection): void {
    const { bytes, headerOffset } = this.#document
    const { position } = this.#lexer
    const pattern = this.#isUpdate ? START_OF_UPDATE : START_OF_UPLOAD
    const start = pattern.exec(decodeLatin1(bytes, position, position + LONGEST_START))
    if (start === null) throw malformedPdf("no exact 'startxref' after a cross-reference section", position)
    this.#lastStart = position
    this.#lexer.position = position + start[0].length
    this.#endSave(section, Number(start[1]) + headerOffset)
  }

  #endSave(section: XrefSection, startXref: number): void {
    this.#found.push({ objects: this.#objects, section, startXref })
    this.#objects = []
    this.#section = undefined
  }

  #readObject(section: XrefSection | undefined): void {
    const lexer = this.#lexer
    const { bytes, limits } = this.#document
    const offset = lexer.position
    const comments = lexer.comments
    const parser = new ObjectParser(lexer, limits)
    const { num, gen, object } = parser.parseIndirect((length, at) => this.#lengthOf(length, at))
    if (isRegular(lexer.peek())) throw malformedPdf("something follows 'endobj'", lexer.position)
    if (this.#isUpdate || this.#isSearched) checkHidden(bytes, offset, lexer.position, object)
    if (this.#isUpdate) {
      if (lexer.comments !== comments) throw malformedPdf('a comment in an object', offset)
      if (isStream(object) && isNameOf(object.dict.entries.get('Type'), 'ObjStm')) {
        this.#checkNumbers(object.dict, offset, object.data.byteOffset - bytes.byteOffset)
      }
    }
    this.#objects.push({ num, gen, offset, object, blank: this.#isUpdate ? offset : this.#blank })
    if (section !== undefined) this.#takeSection(section)
  }

  #lengthOf(length: PdfObject, at: number): number {
    const value = this.#document.objects.resolve(length)
    if (!isInteger(value)) throw malformedPdf('a stream length leads to no number', at)
    return value
  }
}

/**
 * No part of an object may look like another object or
 * file structure.
 */
function checkHidden(bytes: Uint8Array, start: number, end: number, object: PdfObject): void {
  const data = isStream(object) ? object.data : undefined
  const first = data === undefined ? end : data.byteOffset - bytes.byteOffset
  const head = decodeLatin1(bytes, start, first)
    .replace(/^\d+[\s\0]+\d+[\s\0]+obj/, '')
    .replace(data === undefined ? /endobj$/ : /stream(?:\r\n|\n)$/, '')
  if (/\d[\s\0]*obj(?![A-Za-z])|endobj|endstream|startxref|trailer|%%EOF|%PDF-/.test(head) || hidesObject(data)) {
    throw malformedPdf('an object hides another', start)
  }
}

const WORDS = ['endobj', 'endstream', 'startxref', 'trailer', '%PDF-', '%%EOF'].map((word) =>
  Uint8Array.from(word, (letter) => letter.charCodeAt(0)),
)

const standsAt = (bytes: Uint8Array, word: Uint8Array, at: number): boolean =>
  word.every((byte, index) => bytes[at + index] === byte)

/** Stream data in which a searching reader would find an object. */
export function hidesObject(data: Uint8Array | undefined): boolean {
  if (data === undefined) return false
  const isObject = (at: number): boolean =>
    data[at + 1] === 0x62 &&
    data[at + 2] === 0x6a &&
    !isRegular(data[at + 3]) &&
    (isDigit(data[at - 1]) || (isWhitespace(data[at - 1]) && isDigit(data[at - 2])))
  for (let at = data.indexOf(0x6f); at >= 0; at = data.indexOf(0x6f, at + 1)) if (isObject(at)) return true
  return WORDS.some((word) => {
    const [first = 0] = word
    for (let at = data.indexOf(first); at >= 0; at = data.indexOf(first, at + 1))
      if (standsAt(data, word, at)) return true
    return false
  })
}
