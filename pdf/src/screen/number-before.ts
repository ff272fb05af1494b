import { isDigit } from '../syntax/index.ts'
import { isSpace } from './starts-next-part.ts'

/** Bytes before `obj`. */
const WITHIN = 160
/** Of an object number. */
const MOST_DIGITS = 10

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d

class BackwardReader {
  readonly #bytes: Uint8Array
  readonly #from: number
  readonly #comments: boolean
  at: number

  constructor(bytes: Uint8Array, at: number, comments: boolean) {
    this.#bytes = bytes
    this.#from = Math.max(0, at - WITHIN)
    this.#comments = comments
    this.at = at
  }

  #before(): number | undefined {
    return this.at > this.#from ? this.#bytes[this.at - 1] : undefined
  }

  /** @returns true if it skipped anything */
  skipSpace(): boolean {
    const end = this.at
    while (isSpace(this.#before())) {
      this.at--
      if (this.#comments && isLineEnd(this.#bytes[this.at])) this.at = this.#commentBefore(this.at)
    }
    return this.at < end
  }

  /** Start of a comment that ends here; otherwise `end`. */
  #commentBefore(end: number): number {
    let comment = end
    for (let at = end - 1; at >= this.#from && !isLineEnd(this.#bytes[at]); at--) {
      if (this.#bytes[at] === 0x25) comment = at
    }
    return comment
  }

  /** At most one more than `most`. */
  skipDigits(most: number): number {
    const end = this.at
    while (end - this.at < most && isDigit(this.#before())) this.at--
    return end - this.at
  }
}

/** Object number and generation before `obj`. */
export interface NumbersBefore {
  readonly num: number
  readonly gen: number
}

const digitsValue = (bytes: Uint8Array, from: number, end: number): number => {
  let number = 0
  for (let i = from; i < end; i++) number = number * 10 + (bytes[i] ?? 0) - 0x30
  return number
}

const readNumbersBefore = (bytes: Uint8Array, at: number, comments: boolean): NumbersBefore | undefined => {
  const reader = new BackwardReader(bytes, at, comments)
  reader.skipSpace()
  const last = reader.at
  const generation = reader.skipDigits(MOST_DIGITS + 1)
  const gen = digitsValue(bytes, reader.at, last)
  if (generation === 0 || generation > MOST_DIGITS || !reader.skipSpace()) return undefined
  const end = reader.at
  if (reader.skipDigits(MOST_DIGITS) === 0) return undefined
  return { num: digitsValue(bytes, reader.at, end), gen }
}

/**
 * Object number and generation before `obj`, across white space or comments.
 * Takes a bounded number of steps: files have hundreds of
 * thousands of candidates.
 */
export const numbersBefore = (bytes: Uint8Array, at: number): NumbersBefore | undefined =>
  readNumbersBefore(bytes, at, false) ?? readNumbersBefore(bytes, at, true)
