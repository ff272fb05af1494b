import { type Inflate, InflateLimitError } from './limits.ts'

/** RFC 1951, 3.2.5: base and extra bits of each code. */
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const LONGEST_CODE = 15
const END_OF_BLOCK = 256

const damaged = (): RangeError => new RangeError('damaged deflate data')

/** Code counts by length; symbols in code order (3.2.2). */
interface Huffman {
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

function buildHuffman(lengths: readonly number[]): Huffman {
  const counts = new Uint16Array(LONGEST_CODE + 1)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  counts[0] = 0
  const offsets = new Uint16Array(LONGEST_CODE + 2)
  let left = 1
  for (let length = 1; length <= LONGEST_CODE; length++) {
    left = left * 2 - (counts[length] ?? 0)
    if (left < 0) throw damaged()
    offsets[length + 1] = (offsets[length] ?? 0) + (counts[length] ?? 0)
  }
  const symbols = new Uint16Array(lengths.length)
  lengths.forEach((length, symbol) => {
    if (length === 0) return
    symbols[offsets[length] ?? 0] = symbol
    offsets[length] = (offsets[length] ?? 0) + 1
  })
  return { counts, symbols }
}

const range = (count: number, length: number): number[] => Array.from({ length: count }, () => length)
const FIXED = {
  literals: buildHuffman([...range(144, 8), ...range(112, 9), ...range(24, 7), ...range(8, 8)]),
  distances: buildHuffman(range(30, 5)),
}

class BitReader {
  readonly #data: Uint8Array
  position: number
  #buffer = 0
  #count = 0

  constructor(data: Uint8Array, position: number) {
    this.#data = data
    this.position = position
  }

  bits(count: number): number {
    while (this.#count < count) {
      const byte = this.#data[this.position++]
      if (byte === undefined) throw damaged()
      this.#buffer |= byte << this.#count
      this.#count += 8
    }
    const value = this.#buffer & ((1 << count) - 1)
    this.#buffer >>>= count
    this.#count -= count
    return value
  }

  symbol({ counts, symbols }: Huffman): number {
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= LONGEST_CODE; length++) {
      code |= this.bits(1)
      const count = counts[length] ?? 0
      if (code - count < first) return symbols[index + code - first] ?? 0
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw damaged()
  }

  raw(length: number): Uint8Array {
    const end = this.position + length
    if (end > this.#data.length) throw damaged()
    const bytes = this.#data.subarray(this.position, end)
    this.position = end
    return bytes
  }

  align(): void {
    this.#buffer = 0
    this.#count = 0
  }
}

class Output {
  bytes: Uint8Array
  length = 0
  readonly #limit: number

  constructor(limit: number, guess: number) {
    this.#limit = limit
    this.bytes = new Uint8Array(Math.min(limit, guess))
  }

  reserve(count: number): void {
    const needed = this.length + count
    if (needed > this.#limit) throw new InflateLimitError()
    if (needed <= this.bytes.length) return
    const grown = new Uint8Array(Math.min(this.#limit, Math.max(needed, this.bytes.length * 2)))
    grown.set(this.bytes)
    this.bytes = grown
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  push(byte: number): void {
    this.reserve(1)
    this.bytes[this.length++] = byte
  }

  /** May overlap its own output: that encodes runs. */
  repeat(distance: number, length: number): void {
    if (distance > this.length) throw damaged()
    this.reserve(length)
    for (let i = 0; i < length; i++, this.length++) this.bytes[this.length] = this.bytes[this.length - distance] ?? 0
  }
}

function readCodeLengths(reader: BitReader, codes: Huffman, count: number): number[] {
  const lengths: number[] = []
  while (lengths.length < count) {
    const symbol = reader.symbol(codes)
    if (symbol < 16) lengths.push(symbol)
    else if (symbol === 16) {
      const last = lengths.at(-1)
      if (last === undefined) throw damaged()
      lengths.push(...range(3 + reader.bits(2), last))
    } else lengths.push(...range(symbol === 17 ? 3 + reader.bits(3) : 11 + reader.bits(7), 0))
  }
  if (lengths.length > count) throw damaged()
  return lengths
}

function readDynamicCodes(reader: BitReader): { literals: Huffman; distances: Huffman } {
  const literalCount = reader.bits(5) + 257
  const distanceCount = reader.bits(5) + 1
  const codeCount = reader.bits(4) + 4
  if (literalCount > 286 || distanceCount > 30) throw damaged()
  const codeLengths = range(19, 0)
  for (const place of CODE_LENGTH_ORDER.slice(0, codeCount)) codeLengths[place] = reader.bits(3)
  const lengths = readCodeLengths(reader, buildHuffman(codeLengths), literalCount + distanceCount)
  if (lengths[END_OF_BLOCK] === 0) throw damaged()
  return {
    literals: buildHuffman(lengths.slice(0, literalCount)),
    distances: buildHuffman(lengths.slice(literalCount)),
  }
}

function readCompressed(reader: BitReader, output: Output, codes: { literals: Huffman; distances: Huffman }): void {
  for (;;) {
    const symbol = reader.symbol(codes.literals)
    if (symbol === END_OF_BLOCK) return
    if (symbol < END_OF_BLOCK) {
      output.push(symbol)
      continue
    }
    const base = LENGTH_BASE[symbol - 257]
    if (base === undefined) throw damaged()
    const length = base + reader.bits(LENGTH_EXTRA[symbol - 257] ?? 0)
    const code = reader.symbol(codes.distances)
    const distance = (DISTANCE_BASE[code] ?? 0) + reader.bits(DISTANCE_EXTRA[code] ?? 0)
    if (distance === 0) throw damaged()
    output.repeat(distance, length)
  }
}

function readStored(reader: BitReader, output: Output): void {
  reader.align()
  const [a = 0, b = 0, c = 0, d = 0] = reader.raw(4)
  const length = a | (b << 8)
  if (length !== (~(c | (d << 8)) & 0xffff)) throw damaged()
  output.append(reader.raw(length))
}

function adler32(bytes: Uint8Array): number {
  let a = 1
  let b = 0
  for (let at = 0; at < bytes.length; ) {
    const stop = Math.min(at + 3800, bytes.length)
    for (; at < stop; at++) {
      a += bytes[at] ?? 0
      b += a
    }
    a %= 65_521
    b %= 65_521
  }
  return b * 65_536 + a
}

/**
 * Synchronous `Inflate` (RFC 1950 and 1951): the browser's
 * API is asynchronous. Slower than zlib. fflate does not check
 * the sum; pako weighs 7.6 kB gzipped instead of 1.5.
 * @throws RangeError for damaged data
 */
export const inflate: Inflate = (data, maxLength) => {
  const [method = 0, flags = 0] = data
  if ((method & 0x0f) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 0x20) !== 0) throw damaged()
  const reader = new BitReader(data, 2)
  const output = new Output(maxLength, data.length * 4)
  for (let last = false; !last; ) {
    last = reader.bits(1) === 1
    const kind = reader.bits(2)
    if (kind === 0) readStored(reader, output)
    else if (kind === 1) readCompressed(reader, output, FIXED)
    else if (kind === 2) readCompressed(reader, output, readDynamicCodes(reader))
    else throw damaged()
  }
  const result = output.bytes.subarray(0, output.length)
  reader.align()
  const sum = reader.raw(4).reduce((value, byte) => value * 256 + byte, 0)
  if (sum !== adler32(result)) throw damaged()
  return result
}
