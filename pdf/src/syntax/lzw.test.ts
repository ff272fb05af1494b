import fc from 'fast-check'
import { encodeLzw } from '../testing/encode-lzw.ts'
import { InflateLimitError } from './limits.ts'
import { decodeLzw } from './lzw.ts'

test('the decoder decodes the example of the standard', () => {
  const encoded = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01)
  expect([...decodeLzw(encoded, true, 100)]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
})

test('the decoder returns what was encoded, with codes of every width', () => {
  const few = fc.uint8Array({ max: 3, maxLength: 20_000, size: 'max' })
  const any = fc.uint8Array({ maxLength: 20_000, size: 'max' })
  fc.assert(
    fc.property(fc.oneof(few, any), fc.boolean(), (data, early) => {
      expect(Buffer.compare(decodeLzw(encodeLzw(data, early), early, data.length), data)).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('the decoder throws beyond the output limit', () => {
  const zeros = encodeLzw(new Uint8Array(5_000), true)
  expect(() => decodeLzw(zeros, true, 4_999)).toThrow(InflateLimitError)
})

test('any bytes are decoded within the limit, or refused with a RangeError', () => {
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
