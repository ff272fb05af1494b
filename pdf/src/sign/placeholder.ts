import { SignatureError } from '../cms/index.ts'
import { asciiBytes } from '../syntax/index.ts'
import type { PrefixHash } from './prefix-hash.ts'

/** A signature dictionary without byte range and value. */
export interface SignatureTemplate {
  readonly body: Uint8Array
  /** Offsets in `body`. */
  readonly byteRangeAt: number
  readonly contentsAt: number
  /** Bytes. */
  readonly reserved: number
}

/** Offset and length of both parts (ISO 32000-1, 12.8.1). */
export type PlaceholderRange = readonly [number, number, number, number]

/** An appended revision with its hash; the value is inserted later. */
export interface SignaturePlaceholder {
  readonly tail: Uint8Array
  readonly byteRange: PlaceholderRange
  /** SHA-256 of the ranges. */
  readonly digest: Uint8Array
  /** Offset of the first hexadecimal digit. */
  readonly contentsOffset: number
  readonly reserved: number
}

/** Ten digits reach 10 GB. Unused ones become spaces, so the length never changes. */
const BYTE_RANGE_DIGITS = 10
const BYTE_RANGE = `[0 ${Array.from({ length: 3 }, () => '0'.repeat(BYTE_RANGE_DIGITS)).join(' ')}]`

/**
 * Writes a signature dictionary by hand, so that the offsets of /ByteRange and /Contents are known (ISO 32000-1,
 * 12.8.1).
 *
 * @param lines further entries, serialised
 * @param reserved bytes for the value
 */
export function signatureTemplate(lines: readonly string[], reserved: number): SignatureTemplate {
  const head = ['<<', ...lines, '/ByteRange '].join('\n')
  const middle = '\n/Contents <'
  const body = asciiBytes(`${head}${BYTE_RANGE}${middle}${'0'.repeat(reserved * 2)}>>>`)
  return { body, byteRangeAt: head.length, contentsAt: head.length + BYTE_RANGE.length + middle.length, reserved }
}

/** Where the template lies, and the hash of the document before the tail. */
export interface TemplatePlace {
  readonly document: Uint8Array
  readonly prefix: PrefixHash
  readonly tail: Uint8Array
  /** Offset in the tail. */
  readonly bodyAt: number
}

/** Writes /ByteRange and hashes everything but the value. */
export function fillByteRange(
  { document, prefix, tail, bodyAt }: TemplatePlace,
  { byteRangeAt, contentsAt, reserved }: SignatureTemplate,
): SignaturePlaceholder {
  const contentsOffset = bodyAt + contentsAt
  const gapStart = document.length + contentsOffset - 1
  const gapEnd = gapStart + reserved * 2 + 2
  const byteRange: PlaceholderRange = [0, gapStart, gapEnd, document.length + tail.length - gapEnd]
  const written = `[0 ${byteRange
    .slice(1)
    .map((value) => String(value).padEnd(BYTE_RANGE_DIGITS))
    .join(' ')}]`
  tail.set(asciiBytes(written), bodyAt + byteRangeAt)
  const digest = prefix.digestWith(tail.subarray(0, contentsOffset - 1), tail.subarray(gapEnd - document.length))
  return { tail, byteRange, digest, contentsOffset, reserved }
}

/**
 * Inserts a value as hexadecimal digits; zeros fill the rest.
 *
 * @throws SignatureError SIGNATURE_TOO_LARGE with the needed size
 */
export function fillContents({ tail, contentsOffset, reserved }: SignaturePlaceholder, value: Uint8Array): Uint8Array {
  if (value.length > reserved) {
    throw new SignatureError('SIGNATURE_TOO_LARGE', `the signature takes ${value.length} of ${reserved} bytes`)
  }
  const filled = Uint8Array.from(tail)
  filled.set(asciiBytes(Buffer.from(value).toString('hex')), contentsOffset)
  return filled
}
