import { inflateSync } from 'node:zlib'

/** Bytes, like the sizes below. */
const HEADER = 44
const ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * Unpacks a WOFF 1.0 font (https://www.w3.org/TR/WOFF/, 3 to 5).
 * The shaper inflates WOFF tables at each access, which costs a
 * second per name.
 */
export const unpackWoff = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const chunks = [head]
  let offset = head.length
  for (let index = 0; index < count; index++) {
    const entry = HEADER + ENTRY * index
    const [from, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at))
    if (from === undefined || packed === undefined || length === undefined) throw new Error('the WOFF is truncated')
    const bytes = woff.subarray(from, from + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    const target = SFNT_HEADER + SFNT_ENTRY * index
    woff.copy(head, target, entry, entry + 4)
    woff.copy(head, target + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, target + 8)
    head.writeUInt32BE(length, target + 12)
    const padded = Buffer.concat([table, Buffer.alloc((4 - (length % 4)) % 4)])
    chunks.push(padded)
    offset += padded.length
  }
  return Buffer.concat(chunks)
}
