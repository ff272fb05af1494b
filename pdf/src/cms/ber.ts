import { derElement } from './der-writer.ts'
import { malformedAsn1 } from './signature-error.ts'

/** Nesting of constructed values; hostile files nest without an end. */
const DEEPEST = 40
/** Bit 6 of the identifier octet (X.690, 8.1.2.5). */
const CONSTRUCTED = 0x20

/** `end`: length of the original element. */
interface Normalised {
  readonly der: Uint8Array
  readonly end: number
}

/** Tag numbers above 30 take several octets. */
function identifierEnd(bytes: Uint8Array, at: number): number {
  if (((bytes[at] ?? 0) & 0x1f) !== 0x1f) return at + 1
  let end = at + 1
  while ((bytes[end] ?? 0) >= 0x80) end++
  return end + 1
}

function readLength(bytes: Uint8Array, at: number): { length: number | undefined; start: number } {
  const first = bytes[at]
  if (first === undefined) throw malformedAsn1('truncated element')
  if (first < 0x80) return { length: first, start: at + 1 }
  const count = first - 0x80
  if (count === 0) return { length: undefined, start: at + 1 }
  if (count > 4) throw malformedAsn1('oversized length')
  let length = 0
  for (let i = 1; i <= count; i++) length = length * 256 + (bytes[at + i] ?? 0)
  return { length, start: at + 1 + count }
}

const isEndOfContents = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0 && bytes[at + 1] === 0

function normalise(bytes: Uint8Array, at: number, depth: number): Normalised {
  if (depth > DEEPEST) throw malformedAsn1('elements are nested too deep')
  const identifier = bytes[at]
  if (identifier === undefined) throw malformedAsn1('truncated element')
  const headEnd = identifierEnd(bytes, at)
  const { length, start } = readLength(bytes, headEnd)
  const end = length === undefined ? undefined : start + length
  if (end !== undefined && end > bytes.length) throw malformedAsn1('element is longer than its surroundings')
  if ((identifier & CONSTRUCTED) === 0) {
    if (end === undefined) throw malformedAsn1('a primitive element has no length')
    if (headEnd > at + 1) return { der: bytes.subarray(at, end), end }
    return { der: derElement(identifier, bytes.subarray(start, end)), end }
  }
  const { parts, stop } = normaliseContents(bytes, { start, end }, depth + 1)
  // A constructed OCTET STRING (X.690, 8.7.3) becomes one string.
  if (identifier === 0x24) return { der: derElement(0x04, ...parts.map(octets)), end: stop }
  return { der: derElement(identifier, ...parts), end: stop }
}

/** @param end undefined: up to the end-of-contents octets */
function normaliseContents(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number | undefined },
  depth: number,
): { parts: Uint8Array[]; stop: number } {
  const parts: Uint8Array[] = []
  let next = start
  while (end === undefined ? !isEndOfContents(bytes, next) : next < end) {
    const part = normalise(bytes, next, depth)
    if (end !== undefined && part.end > end) throw malformedAsn1('element is longer than its surroundings')
    parts.push(part.der)
    next = part.end
  }
  const stop = end ?? next + 2
  if (stop > bytes.length) throw malformedAsn1('truncated element')
  return { parts, stop }
}

function octets(part: Uint8Array): Uint8Array {
  if (part[0] !== 0x04) throw malformedAsn1('a piece of an octet string is something else')
  return part.subarray(readLength(part, 1).start)
}

/**
 * Converts the first element to DER. CMS allows BER outside
 * the signed parts (RFC 5652, 2). DER stays unchanged.
 */
export const fromBer = (bytes: Uint8Array): Normalised => normalise(bytes, 0, 0)
