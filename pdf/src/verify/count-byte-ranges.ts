const BYTE_RANGE = [...'/ByteRange'].map((character) => character.charCodeAt(0))

/** Fast check: most slashes start other names. */
const startsAt = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === 0x42 && bytes[at + 5] === 0x52 && BYTE_RANGE.every((byte, i) => bytes[at + i] === byte)

/**
 * Counts every `/ByteRange`, also in strings and streams: only
 * for bytes that cannot be parsed.
 */
export function countByteRanges(bytes: Uint8Array): number {
  let found = 0
  for (let at = bytes.indexOf(0x2f); at >= 0; at = bytes.indexOf(0x2f, at + 1)) if (startsAt(bytes, at)) found++
  return found
}
