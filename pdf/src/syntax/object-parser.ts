import { decodeLatin1, type PdfLexer } from './lexer.ts'
import type { PdfLimits } from './limits.ts'
import {
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from './objects.ts'
import { malformedPdf, PdfError } from './pdf-error.ts'
import { noteOddSpelling } from './readings/odd-spelling.ts'

/** Resolves an indirect /Length. */
export type ResolveLength = (length: PdfRef, offset: number) => number

/** Recursive-descent parser (ISO 32000-1, 7.3) with limits. */
export class ObjectParser {
  readonly lexer: PdfLexer
  readonly #limits: PdfLimits
  #items = 0
  /** Of the number read last. */
  #isOddNumber = false

  constructor(lexer: PdfLexer, limits: PdfLimits) {
    this.lexer = lexer
    this.#limits = limits
  }

  parse(depth = 0): PdfObject {
    const { lexer } = this
    lexer.skipWhitespace()
    const start = lexer.position
    if (depth > this.#limits.depth) throw new PdfError('PDF_TOO_COMPLEX', 'objects are nested too deep', start)
    if (++this.#items > this.#limits.objectItems) throw new PdfError('PDF_TOO_COMPLEX', 'object too large', start)
    switch (lexer.peek()) {
      case 0x2f:
        return pdfName(lexer.readName())
      case 0x28:
        return pdfString(lexer.readLiteralString())
      case 0x3c:
        return lexer.peek(1) === 0x3c ? this.#parseDict(depth) : pdfString(lexer.readHexString())
      case 0x5b:
        return this.#parseArray(depth)
      case 0x74:
        return this.#keyword('true', true)
      case 0x66:
        return this.#keyword('false', false)
      case 0x6e:
        return this.#keyword('null', null)
      default:
        return this.#parseNumberOrRef()
    }
  }

  #keyword<T>(keyword: string, value: T): T {
    this.lexer.expectKeyword(keyword)
    return value
  }

  #parseNumberOrRef(): number | PdfRef {
    const { lexer } = this
    const start = lexer.position
    const num = lexer.tryUnsigned()
    if (num === undefined) return this.#readSpelled()
    const afterNumber = lexer.position
    lexer.skipWhitespace()
    const gen = lexer.tryUnsigned()
    if (gen !== undefined) {
      lexer.skipWhitespace()
      if (lexer.takeKeyword('R')) return pdfRef(num, gen)
    }
    lexer.position = afterNumber
    this.#isOddNumber = lexer.bytes[start] === 0x30 && afterNumber - start > 1
    return num
  }

  #readSpelled(): number {
    const { lexer } = this
    const start = lexer.position
    const value = lexer.readNumber()
    this.#isOddNumber = decodeLatin1(lexer.bytes, start, lexer.position) !== String(value)
    return value
  }

  #parseArray(depth: number): PdfObject {
    const { lexer } = this
    const start = lexer.position++
    const items: PdfObject[] = []
    for (;;) {
      lexer.skipWhitespace()
      const byte = lexer.peek()
      if (byte === undefined) throw malformedPdf('unterminated array', start)
      if (byte === 0x5d) break
      items.push(this.parse(depth + 1))
    }
    lexer.position++
    return pdfArray(items)
  }

  #parseDict(depth: number): PdfDict {
    const { lexer } = this
    const start = lexer.position
    lexer.position += 2
    const entries = new Map<string, PdfObject>()
    const dict: PdfDict = { kind: 'dict', entries }
    for (;;) {
      lexer.skipWhitespace()
      const at = lexer.position
      if (lexer.peek() === 0x3e && lexer.peek(1) === 0x3e) break
      if (lexer.peek() !== 0x2f) throw malformedPdf('expected a key or the end of the dictionary', at)
      const key = lexer.readName()
      if (lexer.position - at > key.length + 1) noteOddSpelling(dict, key, 'key')
      const earlier = entries.get(key)
      const value = this.parse(depth + 1)
      // Readers disagree on duplicate keys: a signature could
      // cover content that the signer did not see.
      if (entries.has(key) && !isRepeated(earlier, value)) {
        throw malformedPdf(`key /${key} stands twice in the dictionary of byte ${start}`, at)
      }
      if (typeof value === 'number' && this.#isOddNumber) noteOddSpelling(dict, key, 'number')
      entries.set(key, value)
    }
    lexer.position += 2
    return dict
  }

  parseWithStream(resolveLength: ResolveLength): PdfObject {
    const object = this.parse()
    if (typeof object !== 'object' || object?.kind !== 'dict') return object
    const { lexer } = this
    lexer.skipWhitespace()
    if (!lexer.takeKeyword('stream')) return object
    return pdfStream(object, this.#readStreamData(object, resolveLength))
  }

  #readStreamData(dict: PdfDict, resolveLength: ResolveLength): Uint8Array {
    const { lexer } = this
    // 7.3.8.1: CR LF or LF follows the keyword, never CR alone.
    if (lexer.peek() === 0x0d) lexer.position++
    if (lexer.peek() !== 0x0a) throw malformedPdf("no line feed after 'stream'", lexer.position)
    const start = ++lexer.position
    const declared = dict.entries.get('Length')
    const isReference = typeof declared === 'object' && declared?.kind === 'ref'
    const length = isReference ? resolveLength(declared, start) : declared
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || start + length > lexer.end) {
      throw malformedPdf('invalid stream length', start)
    }
    lexer.position = start + length
    lexer.skipWhitespace()
    lexer.expectKeyword('endstream')
    return lexer.bytes.subarray(start, start + length)
  }

  /** `num gen obj … endobj` (7.3.10). */
  parseIndirect(resolveLength: ResolveLength): { num: number; gen: number; object: PdfObject } {
    const { lexer } = this
    lexer.skipWhitespace()
    const num = lexer.readUnsigned()
    lexer.skipWhitespace()
    const gen = lexer.readUnsigned()
    lexer.skipWhitespace()
    lexer.expectKeyword('obj')
    const object = this.parseWithStream(resolveLength)
    lexer.skipWhitespace()
    lexer.expectKeyword('endobj')
    return { num, gen, object }
  }
}

/** Skia and pdfTeX have repeated a whole entry: every reader takes the same value. */
function isRepeated(a: PdfObject | undefined, b: PdfObject): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (a.kind === 'ref') return b.kind === 'ref' && a.num === b.num && a.gen === b.gen
  return a.kind === 'name' && b.kind === 'name' && a.value === b.value
}
