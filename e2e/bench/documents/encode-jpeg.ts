/**
 * Baseline JPEG encoder (ITU-T T.81) for
 * test images. All codes of a table have
 * equal length, so no statistics are needed.
 */

/** RGB bytes, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

const SIDE = 8
const BLOCK = SIDE * SIDE

const zigzag: readonly number[] = Array.from({ length: BLOCK }, (_, index) => index).sort((a, b) => {
  const [rowA, columnA] = [Math.floor(a / SIDE), a % SIDE]
  const [rowB, columnB] = [Math.floor(b / SIDE), b % SIDE]
  const diagonals = rowA + columnA - rowB - columnB
  // Even diagonals run upwards, odd ones downwards.
  return diagonals !== 0 ? diagonals : (rowA + columnA) % 2 === 0 ? rowB - rowA : rowA - rowB
})

const DC_LENGTH = 4
const dcSymbols = Array.from({ length: 12 }, (_, size) => size)
const AC_LENGTH = 8
const END_OF_BLOCK = 0x00
const SIXTEEN_ZEROS = 0xf0
const acSymbols = [
  END_OF_BLOCK,
  SIXTEEN_ZEROS,
  ...Array.from({ length: 160 }, (_, index) => (Math.floor(index / 10) << 4) | ((index % 10) + 1)),
]
/** With equal code lengths, the code is the table index. */
const acCodes = new Map(acSymbols.map((symbol, code) => [symbol, code]))

/** `cosines[frequency * 8 + place]`, including the scale factors. */
const cosines = Float64Array.from({ length: BLOCK }, (_, index) => {
  const [frequency, place] = [Math.floor(index / SIDE), index % SIDE]
  const scale = frequency === 0 ? Math.SQRT1_2 / 2 : 0.5
  return scale * Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * SIDE))
})

const rows = new Float64Array(BLOCK)
const transform = (block: Float64Array): void => {
  for (let row = 0; row < SIDE; row++)
    for (let frequency = 0; frequency < SIDE; frequency++) {
      let sum = 0
      for (let x = 0; x < SIDE; x++) sum += (block[row * SIDE + x] ?? 0) * (cosines[frequency * SIDE + x] ?? 0)
      rows[row * SIDE + frequency] = sum
    }
  for (let column = 0; column < SIDE; column++)
    for (let frequency = 0; frequency < SIDE; frequency++) {
      let sum = 0
      for (let y = 0; y < SIDE; y++) sum += (rows[y * SIDE + column] ?? 0) * (cosines[frequency * SIDE + y] ?? 0)
      block[frequency * SIDE + column] = sum
    }
}

/**
 * Stuffs a zero byte after 0xFF, so
 * data never looks like a marker.
 */
class Bits {
  private bytes: Buffer
  private used = 0
  private pending = 0
  private count = 0

  constructor(capacity: number) {
    this.bytes = Buffer.alloc(capacity)
  }

  private byte(value: number): void {
    if (this.used + 2 > this.bytes.length) this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length)])
    this.bytes[this.used++] = value
    if (value === 0xff) this.bytes[this.used++] = 0
  }

  put(value: number, length: number): void {
    this.pending = (this.pending << length) | (value & ((1 << length) - 1))
    this.count += length
    while (this.count >= 8) {
      this.count -= 8
      this.byte((this.pending >>> this.count) & 255)
    }
    this.pending &= (1 << this.count) - 1
  }

  finish(): Buffer {
    if (this.count > 0) this.put(0x7f, 8 - this.count)
    return this.bytes.subarray(0, this.used)
  }
}

const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value))
/** Negative values are stored minus one (T.81, F.1.2.1). */
const putNumber = (bits: Bits, value: number, size: number): void => bits.put(value < 0 ? value - 1 : value, size)

/** @returns DC coefficient, the predictor of the next block */
const putBlock = (bits: Bits, block: Float64Array, step: number, previous: number): number => {
  const first = Math.round((block[0] ?? 0) / step)
  const size = sizeOf(first - previous)
  bits.put(size, DC_LENGTH)
  putNumber(bits, first - previous, size)
  let zeros = 0
  for (let index = 1; index < BLOCK; index++) {
    const value = Math.round((block[zigzag[index] ?? 0] ?? 0) / step)
    if (value === 0) {
      zeros++
      continue
    }
    for (; zeros > 15; zeros -= 16) bits.put(acCodes.get(SIXTEEN_ZEROS) ?? 0, AC_LENGTH)
    const length = sizeOf(value)
    bits.put(acCodes.get((zeros << 4) | length) ?? 0, AC_LENGTH)
    putNumber(bits, value, length)
    zeros = 0
  }
  if (zeros > 0) bits.put(acCodes.get(END_OF_BLOCK) ?? 0, AC_LENGTH)
  return first
}

/** RGB weights of luma and both chroma components (JFIF 1.02). */
const COMPONENTS = [
  [0.299, 0.587, 0.114, -128],
  [-0.168736, -0.331264, 0.5, 0],
  [0.5, -0.418688, -0.081312, 0],
] as const

/** Repeats the edge pixels beyond the border. */
const readBlock = (
  { width, height, rgb }: Picture,
  left: number,
  top: number,
  component: number,
  block: Float64Array,
) => {
  const [red, green, blue, shift] = COMPONENTS[component] ?? COMPONENTS[0]
  for (let index = 0; index < BLOCK; index++) {
    const y = Math.min(height - 1, top + (index >> 3))
    const x = Math.min(width - 1, left + (index & 7))
    const at = (y * width + x) * 3
    block[index] = red * (rgb[at] ?? 0) + green * (rgb[at + 1] ?? 0) + blue * (rgb[at + 2] ?? 0) + shift
  }
}

const segment = (marker: number, ...bytes: number[]): Buffer =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes])
const huffmanTable = (id: number, length: number, symbols: readonly number[]): Buffer =>
  segment(
    0xc4,
    id,
    ...Array.from({ length: 16 }, (_, index) => (index + 1 === length ? symbols.length : 0)),
    ...symbols,
  )
const two = (value: number): [number, number] => [value >> 8, value & 255]

/** @param step quantisation, from 1; larger means smaller files */
export const encodeJpeg = (picture: Picture, step: number): Buffer => {
  const { width, height } = picture
  const bits = new Bits(width * height)
  const block = new Float64Array(BLOCK)
  const previous = [0, 0, 0]
  for (let top = 0; top < height; top += SIDE)
    for (let left = 0; left < width; left += SIDE)
      for (let component = 0; component < COMPONENTS.length; component++) {
        readBlock(picture, left, top, component, block)
        transform(block)
        previous[component] = putBlock(bits, block, step, previous[component] ?? 0)
      }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, ...Buffer.from('JFIF\0'), 1, 2, 0, ...two(1), ...two(1), 0, 0),
    segment(0xdb, 0, ...Array.from({ length: BLOCK }, () => step)),
    segment(0xc0, 8, ...two(height), ...two(width), 3, ...[1, 2, 3].flatMap((id) => [id, 0x11, 0])),
    huffmanTable(0x00, DC_LENGTH, dcSymbols),
    huffmanTable(0x10, AC_LENGTH, acSymbols),
    segment(0xda, 3, ...[1, 2, 3].flatMap((id) => [id, 0]), 0, 63, 0),
    bits.finish(),
    Buffer.from([0xff, 0xd9]),
  ])
}
