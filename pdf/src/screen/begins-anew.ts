import { isDigit } from '../syntax/index.ts'

/** How far after `endobj` the next object's header may reach, in bytes. */
const HEADER_WITHIN = 64
const NEXT_PARTS = ['xref', 'trailer', 'startxref']

/** What `\s` matches in Latin-1. */
export const isSpace = (byte: number | undefined): boolean =>
  byte !== undefined && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0)

/** Whether what follows `endobj` begins another object or part of the file, or is the end. */
export const beginsAnew = (bytes: Uint8Array, start: number): boolean => {
  const end = Math.min(bytes.length, start + HEADER_WITHIN)
  const skip = (from: number, accepts: (byte: number | undefined) => boolean): number => {
    let at = from
    while (at < end && accepts(bytes[at])) at++
    return at
  }
  const standsAt = (word: string, from: number): boolean => {
    if (from + word.length > end) return false
    for (let i = 0; i < word.length; i++) if (bytes[from + i] !== word.charCodeAt(i)) return false
    return true
  }
  const first = skip(start, isSpace)
  if (first === end) return true
  if (!isDigit(bytes[first])) return NEXT_PARTS.some((word) => standsAt(word, first))
  let at = first
  for (let part = 0; part < 2; part++) {
    const digits = skip(at, isDigit)
    const space = skip(digits, isSpace)
    if (digits === at || space === digits) return false
    at = space
  }
  return standsAt('obj', at)
}
