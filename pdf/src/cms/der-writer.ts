/** DER writer (ITU-T X.690). Each function returns one element. */

const UNIVERSAL_CONSTRUCTED = 0x20
const CONTEXT = 0x80

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

/**
 * Encodes one element with a definite length (X.690, 10.1).
 *
 * @param identifier tag with class and constructed bit
 */
export function derElement(identifier: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, part) => sum + part.length, 0)
  const header = [identifier, ...encodeLength(length)]
  const result = new Uint8Array(header.length + length)
  result.set(header)
  let at = header.length
  for (const part of contents) {
    result.set(part, at)
    at += part.length
  }
  return result
}

export const derSequence = (...items: readonly Uint8Array[]): Uint8Array => derElement(0x30, ...items)

/** Negative, 0 or positive, as for sorting. Not in constant time. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** SET OF: DER sorts the encodings (X.690, 11.6). */
export const setOf = (...items: readonly Uint8Array[]): Uint8Array => derElement(0x31, ...items.toSorted(compareBytes))

/** EXPLICIT context tag. */
export const derExplicit = (tag: number, ...contents: readonly Uint8Array[]): Uint8Array =>
  derElement(CONTEXT | UNIVERSAL_CONSTRUCTED | tag, ...contents)

/** IMPLICIT tag; keeps the constructed bit. */
export function derImplicit(tag: number, encoded: Uint8Array): Uint8Array {
  const result = Uint8Array.from(encoded)
  result[0] = CONTEXT | ((encoded[0] ?? 0) & UNIVERSAL_CONSTRUCTED) | tag
  return result
}

/** Non-negative INTEGER from big-endian bytes. */
export function unsignedInteger(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start++
  const significant = bytes.length === 0 ? Uint8Array.of(0) : bytes.subarray(start)
  const sign = (significant[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array()
  return derElement(0x02, sign, significant)
}

/** @param value non-negative, exact */
export function derInteger(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return unsignedInteger(Uint8Array.from(bytes))
}

const base128 = (arc: bigint): number[] => {
  const bytes = [Number(arc & 0x7fn)]
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn) | 0x80)
  return bytes
}

/** @param dotted such as `1.2.840.113549` */
export function derOid(dotted: string): Uint8Array {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  return derElement(0x06, Uint8Array.from([first * 40n + second, ...rest].flatMap(base128)))
}

export const octetString = (bytes: Uint8Array): Uint8Array => derElement(0x04, bytes)
export const nullValue = (): Uint8Array => derElement(0x05)
export const booleanTrue = (): Uint8Array => derElement(0x01, Uint8Array.of(0xff))

/** Whole seconds, UTC (RFC 3161, 2.4.2). */
export function generalizedTime(time: Date): Uint8Array {
  const text = time.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return derElement(0x18, new TextEncoder().encode(`${text}Z`))
}
