import fc from 'fast-check'
import { InflateLimitError } from './limits.ts'
import { decodeLzw } from './lzw.ts'

/** Greedy LZW as the standard describes it, with codes that widen `early` or not. */
const encode = (data: Uint8Array, early: boolean): Uint8Array => {
  const bits: number[] = []
  let table = new Map<string, number>()
  let width = 9
  const write = (code: number): void => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1)
  }
  const codeOf = (sequence: string): number =>
    sequence.length === 1 ? sequence.charCodeAt(0) : (table.get(sequence) ?? -1)
  write(256)
  let sequence = ''
  for (const byte of data) {
    const longer = sequence + String.fromCharCode(byte)
    if (codeOf(longer) >= 0) {
      sequence = longer
      continue
    }
    write(codeOf(sequence))
    table.set(longer, 258 + table.size)
    sequence = String.fromCharCode(byte)
    const size = 257 + table.size + (early ? 1 : 0)
    if (size >= 4095) {
      write(256)
      table = new Map()
      width = 9
    } else width = 32 - Math.clz32(size)
  }
  if (sequence !== '') write(codeOf(sequence))
  // One more entry than the encoder has: what reads defines it with the last code.
  width = Math.min(12, 32 - Math.clz32(258 + table.size + (early ? 1 : 0)))
  write(257)
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  bits.forEach((bit, at) => {
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (7 - (at % 8)))
  })
  return bytes
}

test('the example of the standard', () => {
  const encoded = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01)
  expect([...decodeLzw(encoded, true, 100)]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
})

test('gives back whatever was encoded, with codes of every width', () => {
  const few = fc.uint8Array({ max: 3, maxLength: 20_000, size: 'max' })
  const any = fc.uint8Array({ maxLength: 20_000, size: 'max' })
  fc.assert(
    fc.property(fc.oneof(few, any), fc.boolean(), (data, early) => {
      expect(Buffer.compare(decodeLzw(encode(data, early), early, data.length), data)).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('stops at the limit', () => {
  const zeros = encode(new Uint8Array(5_000), true)
  expect(() => decodeLzw(zeros, true, 4_999)).toThrow(InflateLimitError)
})

test('any bytes are answered: with data or with a refusal', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.boolean(), (data, early) => {
      try {
        expect(decodeLzw(data, early, 1_000_000).length).toBeLessThanOrEqual(1_000_000)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
