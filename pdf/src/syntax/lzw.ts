import { InflateLimitError } from './limits.ts'

/** Code that empties the table; 257 ends the data (ISO 32000-1, 7.4.4.2). */
const CLEAR = 256
const END = 257
const FIRST_FREE = 258
/** Bits of a code. */
const NARROWEST = 9
const WIDEST = 12
const TABLE_SIZE = 1 << WIDEST

const createCodeReader = (data: Uint8Array) => {
  let at = 0
  let buffer = 0
  let bits = 0
  return (width: number): number | undefined => {
    while (bits < width) {
      if (at >= data.length) return undefined
      buffer = ((buffer << 8) | (data[at++] ?? 0)) & 0xffffff
      bits += 8
    }
    bits -= width
    return (buffer >> bits) & ((1 << width) - 1)
  }
}

class Output {
  #bytes = new Uint8Array(4096)
  readonly #maxLength: number
  length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  extend(count: number): number {
    const start = this.length
    this.length += count
    if (this.length > this.#maxLength) throw new InflateLimitError()
    if (this.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    return start
  }

  set(at: number, byte: number): void {
    this.#bytes[at] = byte
  }

  result(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }
}

/** Each code extends an earlier sequence by one byte. */
class CodeTable {
  readonly #prefix = new Uint16Array(TABLE_SIZE)
  readonly #suffix = new Uint8Array(TABLE_SIZE)
  readonly #lengths = new Uint16Array(TABLE_SIZE)
  free = FIRST_FREE

  constructor() {
    for (let code = 0; code < CLEAR; code++) {
      this.#suffix[code] = code
      this.#lengths[code] = 1
    }
  }

  define(before: number, byte: number): void {
    if (this.free >= TABLE_SIZE) return
    this.#prefix[this.free] = before
    this.#suffix[this.free] = byte
    this.#lengths[this.free] = (this.#lengths[before] ?? 0) + 1
    this.free++
  }

  firstByte(code: number): number {
    let current = code
    for (let rest = this.#lengths[code] ?? 0; rest > 1; rest--) current = this.#prefix[current] ?? 0
    return this.#suffix[current] ?? 0
  }

  write(code: number, output: Output): void {
    const start = output.extend(this.#lengths[code] ?? 0)
    let current = code
    for (let at = output.length - 1; at >= start; at--) {
      output.set(at, this.#suffix[current] ?? 0)
      current = this.#prefix[current] ?? 0
    }
  }
}

/**
 * Decodes LZW (ISO 32000-1, 7.4.4).
 * @param early /EarlyChange: widens codes one entry earlier
 * @throws InflateLimitError beyond `maxLength` bytes,
 * RangeError for damaged data
 */
export function decodeLzw(data: Uint8Array, early: boolean, maxLength: number): Uint8Array {
  const nextCode = createCodeReader(data)
  const output = new Output(maxLength)
  const table = new CodeTable()
  let width = NARROWEST
  let previous: number | undefined
  for (let code = nextCode(width); code !== undefined && code !== END; code = nextCode(width)) {
    if (code === CLEAR) {
      table.free = FIRST_FREE
      width = NARROWEST
      previous = undefined
      continue
    }
    if (code > table.free || (code === table.free && previous === undefined)) throw new RangeError('damaged LZW data')
    // An undefined code means the previous sequence plus its
    // first byte.
    if (previous !== undefined) table.define(previous, table.firstByte(code === table.free ? previous : code))
    table.write(code, output)
    previous = code
    width = Math.min(WIDEST, 32 - Math.clz32(table.free + (early ? 1 : 0)))
  }
  return output.result()
}
