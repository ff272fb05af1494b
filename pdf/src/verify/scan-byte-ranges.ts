import { isWhitespace, Lexer } from '../syntax/lexer.ts'

const BYTE_RANGE = [...'/ByteRange'].map((character) => character.charCodeAt(0))

/** Fast check: most slashes start other names. */
const startsAt = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === 0x42 && bytes[at + 5] === 0x52 && BYTE_RANGE.every((byte, i) => bytes[at + i] === byte)

export interface ScannedRange {
  readonly at: number
  /** Numbers with one space between them. */
  readonly text: string
}

/** Finds every `/ByteRange […]`, reachable or not. */
export function scanByteRanges(bytes: Uint8Array): ScannedRange[] {
  const found: ScannedRange[] = []
  for (let at = bytes.indexOf(0x2f); at >= 0; at = bytes.indexOf(0x2f, at + 1)) {
    if (!startsAt(bytes, at)) continue
    let open = at + BYTE_RANGE.length
    while (isWhitespace(bytes[open])) open++
    if (bytes[open] === 0x5b) found.push({ at, text: arrayText(bytes, open) })
  }
  return found
}

const LONGEST_RANGE = 400

function arrayText(bytes: Uint8Array, open: number): string {
  const lexer = new Lexer(bytes, open + 1, Math.min(bytes.length, open + LONGEST_RANGE))
  const numbers: number[] = []
  for (;;) {
    lexer.skipWhitespace()
    const value = lexer.tryUnsigned()
    if (value === undefined) return numbers.join(' ')
    numbers.push(value)
  }
}
