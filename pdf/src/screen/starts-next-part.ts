import { isDigit } from '../syntax/index.ts'

/** Bytes after `endobj` within which a header may end. */
const HEADER_WITHIN = 64
const NEXT_PARTS = ['xref', 'trailer', 'startxref']

/** Like `\s` in Latin-1. */
export const isSpace = (byte: number | undefined): boolean =>
  byte !== undefined && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0)

/**
 * True if another object, file structure or the end follows
 * `endobj`.
 */
export const startsNextPart = (bytes: Uint8Array, start: number): boolean => {
  const end = Math.min(bytes.length, start + HEADER_WITHIN)
  const skip = (from: number, accepts: (byte: number | undefined) => boolean): number => {
    let at = from
    while (at < end && accepts(bytes[at])) at++
    return at
  }
  const isAt = (word: string, from: number): boolean => {
    if (from + word.length > end) return false
    for (let i = 0; i < word.length; i++) if (bytes[from + i] !== word.charCodeAt(i)) return false
    return true
  }
  const first = skip(start, isSpace)
  if (first === end) return true
  if (!isDigit(bytes[first])) return NEXT_PARTS.some((word) => isAt(word, first))
  let at = first
  for (let part = 0; part < 2; part++) {
    const digits = skip(at, isDigit)
    const space = skip(digits, isSpace)
    if (digits === at || space === digits) return false
    at = space
  }
  return isAt('obj', at)
}
