import { createHash } from 'node:crypto'

/** Hash state after the document, so that several digests read it once. */
export interface PrefixHash {
  /** Digest of prefix and parts. */
  digestWith(...parts: readonly Uint8Array[]): Uint8Array
}

/** One pass over a file with several signatures. */
export interface RunningHash {
  /** @param position never decreases */
  upTo(position: number): PrefixHash
}

/** Hashes a file once for several prefixes, in ascending order. */
export const createRunningHash = (bytes: Uint8Array): RunningHash => {
  const running = createHash('sha256')
  let at = 0
  return {
    upTo: (position) => {
      if (position < at) throw new RangeError('a hash does not run backwards')
      running.update(bytes.subarray(at, position))
      at = position
      const state = running.copy()
      return {
        digestWith: (...parts) => {
          const hash = state.copy()
          for (const part of parts) hash.update(part)
          return new Uint8Array(hash.digest())
        },
      }
    },
  }
}

export const hashPrefix = (bytes: Uint8Array): PrefixHash => createRunningHash(bytes).upTo(bytes.length)

/** Larger documents are rare and get their own buffer. */
const SPARE_MAX_BYTES = 32 * 1024 * 1024
let spare: ArrayBuffer | undefined

const spareOf = (size: number): Uint8Array => {
  if (size > SPARE_MAX_BYTES) return new Uint8Array(size)
  if (spare === undefined || spare.byteLength < size) spare = new ArrayBuffer(size)
  return new Uint8Array(spare, 0, size)
}

/**
 * Shares a buffer, valid only during `read`: one per
 * signature would overload the garbage collector.
 */
export const readJoined = <Result>(
  document: Uint8Array,
  tail: Uint8Array,
  read: (whole: Uint8Array) => Result,
): Result => {
  const whole = spareOf(document.length + tail.length)
  whole.set(document)
  whole.set(tail, document.length)
  return read(whole)
}
