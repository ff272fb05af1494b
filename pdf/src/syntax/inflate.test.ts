import { constants, deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { inflateInBrowser } from './inflate.ts'
import { InflateLimitError } from './limits.ts'

const anyData = fc.oneof(
  fc.uint8Array({ maxLength: 20_000, size: 'max' }),
  fc.uint8Array({ max: 3, maxLength: 20_000, size: 'max' }),
  fc.array(fc.constantFrom('endobj ', '0000000000 65535 f ', '/Type /Page '), { maxLength: 800 }).map((words) => {
    return new Uint8Array(Buffer.from(words.join('')))
  }),
)
const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY } = constants

test('inflate returns what zlib compressed, with every kind of block', () => {
  fc.assert(
    fc.property(
      anyData,
      fc.nat(9),
      fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY),
      (data, level, strategy) => {
        const compressed = new Uint8Array(deflateSync(data, { level, strategy }))
        expect(Buffer.compare(inflateInBrowser(compressed, data.length), data)).toBe(0)
      },
    ),
    { numRuns: 150 },
  )
})

test('inflate throws beyond the output limit', () => {
  const zeros = new Uint8Array(deflateSync(new Uint8Array(100_000)))
  expect(() => inflateInBrowser(zeros, 99_999)).toThrow(InflateLimitError)
  expect(inflateInBrowser(zeros, 100_000)).toHaveLength(100_000)
})

test('inflate refuses what zlib refuses, and otherwise returns the same data', () => {
  const change = fc.record({ offset: fc.nat(), value: fc.nat(255) })
  fc.assert(
    fc.property(anyData, fc.array(change, { minLength: 1, maxLength: 3 }), (data, changes) => {
      const bytes = new Uint8Array(deflateSync(data))
      for (const { offset, value } of changes) bytes[offset % bytes.length] = value
      let expected: Uint8Array | undefined
      try {
        expected = inflateSync(bytes, { maxOutputLength: 1_000_000 })
      } catch {
        expect(() => inflateInBrowser(bytes, 1_000_000)).toThrow()
        return
      }
      expect(Buffer.compare(inflateInBrowser(bytes, 1_000_000), expected)).toBe(0)
    }),
    { numRuns: 400 },
  )
})
