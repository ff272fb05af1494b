import {
  decodeLatin1,
  hexValue,
  isDigit,
  isRegular,
  isWhitespace,
  pdfName,
  pdfRef,
  pdfString,
  STRING_ESCAPES,
} from '../syntax/index.ts'
import { ScreeningLimitError, type WorkBudget } from './limits.ts'
import { isLooseDict, type LooseArray, type LooseDict, type LooseObject } from './loose-objects.ts'
import { startsNextPart } from './starts-next-part.ts'

const NUMBER = /^[+-]*(\d+\.?\d*|\.\d+)$/
const LONGEST_WORD = 4096

/**
 * Accepts any bytes: it must see what any viewer could make of
 * them. Bounded in depth and work.
 */
export class TolerantParser {
  readonly bytes: Uint8Array
  position: number
  readonly #maxDepth: number
  readonly #budget: WorkBudget

  constructor(bytes: Uint8Array, position: number, maxDepth: number, budget: WorkBudget) {
    this.bytes = bytes
    this.position = position
    this.#maxDepth = maxDepth
    this.#budget = budget
  }

  /** A stream if the keyword follows its dictionary. */
  parseIndirect(): LooseObject {
    const begin = this.position
    const object = this.#parse(0)
    this.#budget.spend(this.position - begin + 16)
    if (!isLooseDict(object)) return object
    this.skipBlank()
    if (!this.#startsWith('stream')) return object
    let start = this.position + 'stream'.length
    if (this.bytes[start] === 0x0d) start++
    if (this.bytes[start] === 0x0a) start++
    return { kind: 'stream', dict: object, bytes: this.bytes, start }
  }

  skipBlank(): void {
    for (;;) {
      const byte = this.bytes[this.position]
      if (isWhitespace(byte)) this.position++
      else if (byte === 0x25) this.#skipComment()
      else return
    }
  }

  #skipComment(): void {
    let byte = this.bytes[this.position]
    while (byte !== undefined && byte !== 0x0a && byte !== 0x0d) byte = this.bytes[++this.position]
  }

  #startsWith(word: string): boolean {
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.position + i] !== word.charCodeAt(i)) return false
    }
    return true
  }

  #parse(depth: number): LooseObject {
    if (depth > this.#maxDepth) throw new ScreeningLimitError('PDF_TOO_COMPLEX', 'objects are nested too deep')
    this.skipBlank()
    const { bytes } = this
    switch (bytes[this.position]) {
      case 0x2f:
        return pdfName(this.#readName())
      case 0x28:
        return pdfString(this.#readLiteral())
      case 0x3c:
        return bytes[this.position + 1] === 0x3c ? this.#parseDict(depth) : pdfString(this.#readHex())
      case 0x5b:
        return this.#parseArray(depth)
      default:
        return this.#parseWord()
    }
  }

  #parseWord(): LooseObject {
    const digits = this.#readDigits()
    if (digits !== undefined) return this.#tryReference(digits) ?? digits
    const word = this.#readWord()
    // Skips a lone delimiter, so that reading continues.
    if (word === '') this.position++
    if (word === 'true' || word === 'false') return word === 'true'
    if (!NUMBER.test(word)) return null
    const value = Number(word.replace(/^[+-]*(?=[+-])/, ''))
    return word.startsWith('+') ? (this.#tryReference(value) ?? value) : value
  }

  /** Fast path for digits; otherwise keeps the position. */
  #readDigits(): number | undefined {
    const { bytes } = this
    let at = this.position
    let value = 0
    while (isDigit(bytes[at])) value = value * 10 + (bytes[at++] ?? 0) - 0x30
    if (at === this.position || isRegular(bytes[at])) return undefined
    this.position = at
    return value
  }

  #tryReference(num: number) {
    const after = this.position
    this.skipBlank()
    const gen = this.#readDigits()
    if (gen !== undefined) {
      this.skipBlank()
      if (this.bytes[this.position] === 0x52 && !isRegular(this.bytes[this.position + 1])) {
        this.position++
        return pdfRef(num, gen)
      }
    }
    // The caller reads these bytes again.
    this.#budget.spend(this.position - after)
    this.position = after
    return undefined
  }

  #parseArray(depth: number): LooseArray {
    this.position++
    const items: LooseObject[] = []
    for (;;) {
      this.skipBlank()
      const byte = this.bytes[this.position]
      if (byte === 0x5d) this.position++
      // The end of a dictionary also ends an open array, as in
      // repairing readers.
      if (byte === undefined || byte === 0x5d || this.#atDictEnd() || this.#atObjectEnd())
        return { kind: 'array', items }
      items.push(this.#parse(depth + 1))
    }
  }

  #parseDict(depth: number): LooseDict {
    this.position += 2
    const entries = new Map<string, LooseObject[]>()
    const strays: LooseObject[] = []
    for (;;) {
      this.skipBlank()
      const byte = this.bytes[this.position]
      if (this.#atDictEnd()) {
        this.position += 2
        break
      }
      if (byte === undefined || this.#atObjectEnd()) break
      if (byte !== 0x2f) {
        strays.push(this.#parse(depth + 1))
        continue
      }
      const key = this.#readName()
      this.skipBlank()
      const value = this.#atDictEnd() ? null : this.#parse(depth + 1)
      const values = entries.get(key)
      if (values === undefined) entries.set(key, [value])
      else values.push(value)
    }
    return { kind: 'dict', entries, strays }
  }

  #atDictEnd(): boolean {
    return this.bytes[this.position] === 0x3e && this.bytes[this.position + 1] === 0x3e
  }

  /** `stream` with its line end, or `endobj` before another object. */
  #atObjectEnd(): boolean {
    if (this.#startsWith('stream')) {
      const next = this.bytes[this.position + 'stream'.length]
      return next === 0x0a || next === 0x0d
    }
    if (!this.#startsWith('endobj')) return false
    return startsNextPart(this.bytes, this.position + 'endobj'.length)
  }

  #readWord(): string {
    const start = this.position
    while (isRegular(this.bytes[this.position])) this.position++
    return decodeLatin1(this.bytes, start, Math.min(this.position, start + LONGEST_WORD))
  }

  #readName(): string {
    this.position++
    const word = this.#readWord()
    if (!word.includes('#')) return word
    return word.replace(/#([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  }

  #readHex(): Uint8Array {
    const start = ++this.position
    let close = start
    while (close < this.bytes.length && this.bytes[close] !== 0x3e) close++
    this.position = close + 1
    const result = new Uint8Array((close - start + 1) >> 1)
    let digits = 0
    for (let at = start; at < close; at++) {
      const value = hexValue(this.bytes[at])
      if (value < 0) continue
      result[digits >> 1] = digits % 2 === 0 ? value << 4 : (result[digits >> 1] ?? 0) | value
      digits++
    }
    return result.subarray(0, (digits + 1) >> 1)
  }

  #readLiteral(): Uint8Array {
    const result: number[] = []
    let open = 1
    this.position++
    while (this.position < this.bytes.length) {
      const byte = this.bytes[this.position++] ?? 0
      if (byte === 0x5c) {
        this.#readEscape(result)
        continue
      }
      if (byte === 0x0d) {
        // 7.3.4.2: any line end is a line feed.
        if (this.bytes[this.position] === 0x0a) this.position++
        result.push(0x0a)
        continue
      }
      if (byte === 0x28) open++
      if (byte === 0x29 && --open === 0) break
      result.push(byte)
    }
    return Uint8Array.from(result)
  }

  #readEscape(result: number[]): void {
    let value = 0
    let digits = 0
    for (; digits < 3; digits++) {
      const byte = this.bytes[this.position]
      if (byte === undefined || byte < 0x30 || byte > 0x37) break
      value = value * 8 + byte - 0x30
      this.position++
    }
    if (digits > 0) {
      result.push(value & 0xff)
      return
    }
    const byte = this.bytes[this.position++]
    if (byte === 0x0d) {
      if (this.bytes[this.position] === 0x0a) this.position++
    } else if (byte !== undefined && byte !== 0x0a) result.push(STRING_ESCAPES[byte] ?? byte)
  }
}
