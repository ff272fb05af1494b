import {
  decodeLzw,
  type InflateData,
  InflateLimitError,
  isWhitespace,
  PdfError,
  undoPngFilters,
} from '../syntax/index.ts'
import { ScreeningLimitError, type ScreeningLimits } from './limits.ts'

/** With the relevant parameters (ISO 32000-1, 7.4). */
export interface FilterStep {
  readonly name: string
  readonly predictor: number
  readonly columns: number
  readonly colors: number
  /** /EarlyChange of LZW, 0 or 1. */
  readonly earlyChange: number
}

/** Limits the inflated size of all streams together. */
export interface FilterDecoder {
  /**
   * Undefined for unknown filters and damaged data.
   * @throws ScreeningLimitError PDF_BOMB
   */
  decode(data: Uint8Array, filters: readonly FilterStep[]): Uint8Array | undefined
}

/** One decoder for each file: its budget counts all streams. */
export function createFilterDecoder(inflate: InflateData, limits: ScreeningLimits): FilterDecoder {
  let total = 0
  const bomb = () => new ScreeningLimitError('PDF_BOMB', 'a stream inflates beyond the limit')

  const expand = (undo: InflateData, data: Uint8Array): Uint8Array | undefined => {
    const allowed = Math.min(limits.inflatedStream, limits.inflatedTotal - total)
    if (allowed <= 0) throw bomb()
    try {
      const result = undo(data, allowed)
      total += result.length
      return result
    } catch (error) {
      if (error instanceof InflateLimitError) throw bomb()
      return undefined
    }
  }

  const undo = (data: Uint8Array, step: FilterStep): Uint8Array | undefined => {
    switch (step.name) {
      case 'FlateDecode':
      case 'Fl': {
        const inflated = expand(inflate, data)
        return inflated && undoPredictor(inflated, step)
      }
      case 'LZWDecode':
      case 'LZW': {
        const expanded = expand((bytes, maxLength) => decodeLzw(bytes, step.earlyChange !== 0, maxLength), data)
        return expanded && undoPredictor(expanded, step)
      }
      case 'ASCIIHexDecode':
      case 'AHx':
        return decodeAsciiHex(data)
      case 'ASCII85Decode':
      case 'A85':
        return decodeAscii85(data)
      default:
        return undefined
    }
  }

  return {
    decode(data, filters) {
      if (filters.length > limits.filters) throw bomb()
      let current: Uint8Array | undefined = data
      for (const step of filters) {
        current = undo(current, step)
        if (current === undefined) return undefined
      }
      return current
    },
  }
}

function undoPredictor(data: Uint8Array, { predictor, columns, colors }: FilterStep): Uint8Array | undefined {
  if (predictor < 2) return data
  if (predictor < 10 || columns < 1 || colors < 1) return undefined
  try {
    return undoPngFilters(data, columns * colors, colors)
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

/** -1 for a byte that is no digit. */
const hexValues = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(value) ? -1 : value
})

function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const result = new Uint8Array((data.length + 1) >> 1)
  let digits = 0
  for (const byte of data) {
    if (byte === 0x3e) break
    const value = hexValues[byte] ?? -1
    if (value < 0) continue
    result[digits >> 1] = digits % 2 === 0 ? value << 4 : (result[digits >> 1] ?? 0) | value
    digits++
  }
  return result.subarray(0, (digits + 1) >> 1)
}

const GROUP = 5
const [HIGHEST_DIGIT, ZEROS] = [84, 0x7a]

/** Groups of five digits to the base 85 are four bytes. */
class Base85Groups {
  readonly #result: Uint8Array
  #length = 0
  #value = 0
  #count = 0

  constructor(capacity: number) {
    this.#result = new Uint8Array(capacity)
  }

  get isBetween(): boolean {
    return this.#count === 0
  }

  addZeros(): void {
    this.#length += 4
  }

  add(digit: number): void {
    this.#value = this.#value * 85 + digit
    if (++this.#count === GROUP) this.#flush(4)
  }

  finish(): Uint8Array {
    if (this.#count > 1) {
      const kept = this.#count - 1
      for (; this.#count < GROUP; this.#count++) this.#value = this.#value * 85 + HIGHEST_DIGIT
      this.#flush(kept)
    }
    return this.#result.subarray(0, this.#length)
  }

  #flush(kept: number): void {
    // A shift takes the low 32 bits of a value that may have 33.
    for (let i = 0; i < kept; i++) this.#result[this.#length++] = this.#value >>> (24 - 8 * i)
    this.#value = 0
    this.#count = 0
  }
}

/** 7.4.3: `z` is four zero bytes, `~` ends the data. */
function decodeAscii85(data: Uint8Array): Uint8Array | undefined {
  let zeros = 0
  for (const byte of data) if (byte === ZEROS) zeros++
  const groups = new Base85Groups(zeros * 4 + data.length)
  for (const byte of data) {
    if (byte === 0x7e) break
    if (isWhitespace(byte)) continue
    if (byte === ZEROS && groups.isBetween) groups.addZeros()
    else if (byte < 0x21 || byte > 0x75) return undefined
    else groups.add(byte - 0x21)
  }
  return groups.finish()
}
