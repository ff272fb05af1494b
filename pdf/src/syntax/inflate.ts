import { Inflate as InflateStream } from 'pako'
import { type InflateData, InflateLimitError } from './limits.ts'
import { concatBytes } from './serialize.ts'

/** Bytes between two checks of the limit. */
const CHUNK_BYTES = 64 * 1024
/** RFC 1950 alone: pako accepts gzip, too. */
const ZLIB_WINDOW_BITS = 15

/**
 * Synchronous, for browsers: their own API is asynchronous.
 * @throws RangeError for damaged data
 */
export const inflateInBrowser: InflateData = (data, maxLength) => {
  const stream = new InflateStream({ windowBits: ZLIB_WINDOW_BITS, chunkSize: Math.min(CHUNK_BYTES, maxLength + 1) })
  const chunks: Uint8Array[] = []
  let length = 0
  stream.onData = (chunk) => {
    length += chunk.length
    if (length > maxLength) throw new InflateLimitError()
    chunks.push(chunk)
  }
  stream.push(data, true)
  if (!stream.ended || stream.err !== 0) throw new RangeError('damaged deflate data')
  return concatBytes(chunks)
}
