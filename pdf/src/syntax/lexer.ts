import { malformedPdf } from './pdf-error.ts'

/** ISO 32000-1, 7.2.2. */
const REGULAR = 0
const WHITESPACE = 1
const DELIMITER = 2
const classes = new Uint8Array(256)
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) classes[byte] = WHITESPACE
for (const character of '()<>[]{}/%') classes[character.charCodeAt(0)] = DELIMITER

/** ISO 32000-1, table 1. */
export const isWhitespace = (byte: number | undefined): boolean => byte !== undefined && classes[byte] === WHITESPACE
/** Neither white space nor delimiter (ISO 32000-1, 7.2.2). */
export const isRegular = (byte: number | undefined): boolean => byte !== undefined && classes[byte] === REGULAR
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** @returns -1 if it is no hexadecimal digit */
export const hexValue = (byte: number | undefined): number => {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/
/** Bytes. */
const LONGEST_NUMBER = 64
/** Bytes; ISO 32000-1 limits names to 127. */
const LONGEST_NAME = 4096
/** After a backslash in a string: n, r, t, b and f (ISO 32000-2, table 3). */
export const STRING_ESCAPES: Readonly<Record<number, number>> = { 110: 0x0a, 114: 0x0d, 116: 0x09, 98: 0x08, 102: 0x0c }

/** One character per byte. */
export function decodeLatin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = ''
  if (end - start <= 32) {
    for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0)
    return text
  }
  for (let i = start; i < end; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, Math.min(end, i + 8192)))
  }
  return text
}

/** @throws PdfError with the offset */
export class PdfLexer {
  readonly bytes: Uint8Array
  position: number
  /** Exclusive. */
  readonly end: number
  comments = 0

  constructor(bytes: Uint8Array, position = 0, end = bytes.length) {
    this.bytes = bytes
    this.position = position
    this.end = end
  }

  peek(ahead = 0): number | undefined {
    const at = this.position + ahead
    return at < this.end ? this.bytes[at] : undefined
  }

  skipWhitespace(): void {
    for (;;) {
      const byte = this.peek()
      if (isWhitespace(byte)) this.position++
      else if (byte === 0x25) this.#skipComment()
      else return
    }
  }

  #skipComment(): void {
    this.comments++
    let byte = this.peek()
    while (byte !== undefined && byte !== 0x0a && byte !== 0x0d) {
      this.position++
      byte = this.peek()
    }
  }

  takeKeyword(keyword: string): boolean {
    for (let i = 0; i < keyword.length; i++) {
      if (this.peek(i) !== keyword.charCodeAt(i)) return false
    }
    if (isRegular(this.peek(keyword.length))) return false
    this.position += keyword.length
    return true
  }

  expectKeyword(keyword: string): void {
    if (!this.takeKeyword(keyword)) throw malformedPdf(`expected '${keyword}'`, this.position)
  }

  readWord(longest: number): string {
    const start = this.position
    while (isRegular(this.peek())) this.position++
    if (this.position - start > longest) throw malformedPdf('overlong token', start)
    return decodeLatin1(this.bytes, start, this.position)
  }

  readNumber(): number {
    const start = this.position
    const word = this.readWord(LONGEST_NUMBER)
    if (!NUMBER.test(word)) throw malformedPdf(`expected a number, found '${word.slice(0, 20)}'`, start)
    return Number(word)
  }

  /** Digits only. */
  readUnsigned(): number {
    const value = this.tryUnsigned()
    if (value === undefined) throw malformedPdf('expected an unsigned integer', this.position)
    return value
  }

  /** Returns undefined and keeps the position if there is no number. */
  tryUnsigned(): number | undefined {
    const start = this.position
    let at = start
    let value = 0
    while (at < this.end && isDigit(this.bytes[at])) {
      value = value * 10 + (this.bytes[at] ?? 0) - 0x30
      at++
    }
    if (at === start || isRegular(at < this.end ? this.bytes[at] : undefined) || !Number.isSafeInteger(value)) {
      return undefined
    }
    this.position = at
    return value
  }

  /** Name after its slash, `#xx` decoded (7.3.5). */
  readName(): string {
    const start = this.position
    this.position++
    const word = this.readWord(LONGEST_NAME)
    if (!word.includes('#')) return word
    return word.replace(/#(.{0,2})/gs, (_, digits: string) => {
      const value = /^[0-9a-fA-F]{2}$/.test(digits) ? Number.parseInt(digits, 16) : 0
      if (value === 0) throw malformedPdf('invalid #-escape in a name', start)
      return String.fromCharCode(value)
    })
  }

  /** From '<' (7.3.4.3). */
  readHexString(): Uint8Array {
    const start = this.position
    let close = start + 1
    while (close < this.end && this.bytes[close] !== 0x3e) close++
    if (close >= this.end) throw malformedPdf('unterminated hexadecimal string', start)
    const result = new Uint8Array((close - start) >> 1)
    // Inlined for speed: signatures are long hexadecimal strings.
    const { bytes } = this
    let digits = 0
    for (let at = start + 1; at < close; at++) {
      const byte = bytes[at]
      if (isWhitespace(byte)) continue
      const value = hexValue(byte)
      if (value < 0) throw malformedPdf('invalid digit in a hexadecimal string', at)
      const index = digits >> 1
      result[index] = digits % 2 === 0 ? value << 4 : (result[index] ?? 0) | value
      digits++
    }
    this.position = close + 1
    return result.subarray(0, (digits + 1) >> 1)
  }

  /** From '(' (7.3.4.2). */
  readLiteralString(): Uint8Array {
    const start = this.position
    const result: number[] = []
    this.position++
    for (let open = 1; ; ) {
      const byte = this.peek()
      if (byte === undefined) throw malformedPdf('unterminated string', start)
      this.position++
      if (byte === 0x29 && --open === 0) return Uint8Array.from(result)
      if (byte === 0x28) open++
      if (byte === 0x5c) this.#readEscape(result)
      else result.push(byte === 0x0d ? this.#readLineEnd() : byte)
    }
  }

  /** After CR; any end of a line is read as LF. */
  #readLineEnd(): number {
    if (this.peek() === 0x0a) this.position++
    return 0x0a
  }

  #readEscape(result: number[]): void {
    const byte = this.peek()
    if (byte === undefined) return
    if (byte >= 0x30 && byte <= 0x37) {
      result.push(this.#readOctal())
      return
    }
    this.position++
    if (byte === 0x0d) this.#readLineEnd()
    else if (byte !== 0x0a) result.push(STRING_ESCAPES[byte] ?? byte)
  }

  #readOctal(): number {
    let value = 0
    for (let i = 0; i < 3; i++) {
      const byte = this.peek()
      if (byte === undefined || byte < 0x30 || byte > 0x37) break
      value = value * 8 + byte - 0x30
      this.position++
    }
    return value & 0xff
  }
}
