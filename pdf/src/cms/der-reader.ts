import { malformedAsn1 } from './signature-error.ts'

/** `contents` and `encoded` are views, not copies. */
export interface DerElement {
  /**
   * Full identifier octet: 0x30 is SEQUENCE, 0xa0 is
   * [0] constructed.
   */
  readonly identifier: number
  readonly contents: Uint8Array
  /** Includes the header. */
  readonly encoded: Uint8Array
}

interface Header {
  readonly identifier: number
  readonly start: number
  readonly end: number
}

function readHeader(bytes: Uint8Array, at: number): Header {
  const identifier = bytes[at]
  const first = bytes[at + 1]
  if (identifier === undefined || first === undefined) throw malformedAsn1('truncated element')
  if ((identifier & 0x1f) === 0x1f) throw malformedAsn1('tag numbers above 30 are not expected')
  let length = first
  let start = at + 2
  if (first >= 0x80) {
    const count = first - 0x80
    if (count === 0 || count > 4) throw malformedAsn1('indefinite or oversized length')
    length = 0
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? 0)
    if (length < 0x80 || length < 256 ** (count - 1)) throw malformedAsn1('length is not in its shortest form')
    start += count
  }
  if (start + length > bytes.length) throw malformedAsn1('element is longer than its surroundings')
  return { identifier, start, end: start + length }
}

/**
 * Reads elements one after the other (X.690).
 *
 * @throws SignatureError ASN1_MALFORMED, also for BER
 */
export function readElements(bytes: Uint8Array): DerElement[] {
  const result: DerElement[] = []
  for (let at = 0; at < bytes.length; ) {
    const { identifier, start, end } = readHeader(bytes, at)
    result.push({ identifier, contents: bytes.subarray(start, end), encoded: bytes.subarray(at, end) })
    at = end
  }
  return result
}

/**
 * Reads exactly one element without trailing bytes.
 *
 * @throws SignatureError ASN1_MALFORMED
 */
export function readDer(bytes: Uint8Array): DerElement {
  const [only, ...others] = readElements(bytes)
  if (only === undefined || others.length > 0) throw malformedAsn1('expected exactly one element')
  return only
}

/** As `readDer`, and ignores what follows: PDF pads /Contents with zeros. */
export function readPrefix(bytes: Uint8Array): DerElement {
  const { identifier, start, end } = readHeader(bytes, 0)
  return { identifier, contents: bytes.subarray(start, end), encoded: bytes.subarray(0, end) }
}

/**
 * Elements inside a constructed element.
 *
 * @param identifier the tag that `parent` must have, such as 0x30 for a SEQUENCE
 * @throws SignatureError ASN1_MALFORMED
 */
export function derChildren(parent: DerElement | undefined, identifier: number): DerElement[] {
  return readElements(derContents(parent, identifier))
}

/**
 * Checks the identifier and returns the contents.
 *
 * @throws SignatureError ASN1_MALFORMED if the identifier differs, or there is no element
 */
export function derContents(given: DerElement | undefined, identifier: number): Uint8Array {
  if (given?.identifier !== identifier) {
    throw malformedAsn1(
      `expected element 0x${identifier.toString(16)}, found 0x${given?.identifier.toString(16) ?? '-'}`,
    )
  }
  return given.contents
}

/**
 * Reads an OBJECT IDENTIFIER.
 *
 * @returns with dots, such as `1.2.840.113549`
 */
export function readOid(given: DerElement | undefined): string {
  const arcs: bigint[] = []
  let arc = 0n
  let open = false
  for (const byte of derContents(given, 0x06)) {
    if (!open && byte === 0x80) throw malformedAsn1('an arc of an object identifier is padded')
    arc = (arc << 7n) | BigInt(byte & 0x7f)
    open = byte >= 0x80
    if (open) continue
    arcs.push(arc)
    arc = 0n
  }
  const [combined, ...rest] = arcs
  if (combined === undefined || open) throw malformedAsn1('truncated object identifier')
  const first = combined < 80n ? combined / 40n : 2n
  return [first, combined - first * 40n, ...rest].join('.')
}

/**
 * Reads a non-negative INTEGER.
 *
 * @returns big-endian, without the sign byte
 */
export function readUnsigned(given: DerElement | undefined): Uint8Array {
  const bytes = derContents(given, 0x02)
  const [first = 0x80, second = 0] = bytes
  if (first >= 0x80) throw malformedAsn1('expected a non-negative integer')
  if (first === 0 && bytes.length > 1 && second < 0x80) throw malformedAsn1('an integer is padded')
  return first === 0 && bytes.length > 1 ? bytes.subarray(1) : bytes
}

/** Reads an INTEGER of up to 48 bits, which is exact as a number. */
export function readSmallInteger(given: DerElement | undefined): number {
  const bytes = readUnsigned(given)
  if (bytes.length > 6) throw malformedAsn1('integer out of range')
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

/** Reads a GeneralizedTime in UTC, with or without fractions of a second. */
export function readGeneralizedTime(given: DerElement | undefined): Date {
  const text = new TextDecoder().decode(derContents(given, 0x18))
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{0,8}[1-9])?Z$/.exec(text)
  if (match === null) throw malformedAsn1('invalid GeneralizedTime')
  const [, year, month, day, hour, minute, second, fraction = ''] = match
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(time.getTime())) throw malformedAsn1('invalid GeneralizedTime')
  return time
}
