import { numbersBefore } from './number-before.ts'

/** Where an object begins, whatever the cross-references say. */
export interface ScanPlace {
  /** Undefined for trailers and objects without a number. */
  readonly num: number | undefined
  /** Undefined for members of an object stream, too. */
  readonly gen?: number | undefined
  readonly bytes: Uint8Array
  readonly start: number
  /** In the file; for members of an object stream, its position. */
  readonly at: number
}

const [O, B, J, T] = [0x6f, 0x62, 0x6a, 0x74]
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

export const matchesAt = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false
  return true
}

/**
 * Finds every `obj` and `trailer` by bytes: hidden and unreferenced objects count.
 *
 * @param most limit; one more ends the scan
 */
export function scanPlaces(bytes: Uint8Array, most: number): ScanPlace[] {
  const places: ScanPlace[] = []
  // One more than allowed ends the scan.
  const isFull = (): boolean => places.length > most
  for (let at = 0; at < bytes.length && !isFull(); at++) {
    const byte = bytes[at]
    if (byte === O && bytes[at + 1] === B && bytes[at + 2] === J && !isLetter(bytes[at - 1])) {
      const { num, gen } = numbersBefore(bytes, at) ?? {}
      places.push({ num, gen, bytes, start: at + 3, at })
      at += 2
    } else if (byte === T && matchesAt(bytes, at, 'trailer')) {
      places.push({ num: undefined, bytes, start: at + 'trailer'.length, at })
    }
  }
  return places
}

/** Position of `endstream`, or the end of the bytes. */
export function findEndstream(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x65, from); at >= 0; at = bytes.indexOf(0x65, at + 1)) {
    if (matchesAt(bytes, at, 'endstream')) return at
  }
  return bytes.length
}
