import { createHash } from 'node:crypto'

/** The SHA-256 of the beginning of a file, which can be taken up again: each signature covers what was there before. */
export interface PrefixHash {
  /** The digest of the beginning followed by further bytes. */
  digestWith(...parts: readonly Uint8Array[]): Uint8Array
}

/** Hashes a file from its start, as far as it is asked for; every byte once. */
export interface RunningHash {
  /** @param position not before that of an earlier call */
  upTo(position: number): PrefixHash
}

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

/** Of the whole of some bytes. */
export const hashPrefix = (bytes: Uint8Array): PrefixHash => createRunningHash(bytes).upTo(bytes.length)

/** Documents up to this size share one buffer; larger ones are rare, and get their own. */
const SPARE_MAX_BYTES = 32 * 1024 * 1024
let spare: ArrayBuffer | undefined

const spareOf = (size: number): Uint8Array => {
  if (size > SPARE_MAX_BYTES) return new Uint8Array(size)
  if (spare === undefined || spare.byteLength < size) spare = new ArrayBuffer(size)
  return new Uint8Array(spare, 0, size)
}

/**
 * Shows a document with what is to be appended to it, for as long as `read` runs: another call writes over it. A buffer
 * of its own for each signature would keep the garbage collector busier than the signature does the processor.
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
