import { inflateSync } from 'node:zlib'
import { type InflateData, InflateLimitError } from './index.ts'

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** The reader's only Node dependency. */
export const inflateWithNode: InflateData = (data, maxLength) => {
  try {
    return inflateSync(data, { maxOutputLength: maxLength })
  } catch (error) {
    throw isTooLarge(error) ? new InflateLimitError() : error
  }
}
