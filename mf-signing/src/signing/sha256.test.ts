import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sha256Hex } from './sha256.ts'

const expected = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test.each([0, 1, 55, 56, 63, 64, 65, 1000])('sha256Hex computes the digest of %d bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => index % 251)
  expect(sha256Hex(bytes)).toBe(expected(bytes))
})

test('property: sha256Hex returns the same digest as Node', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => expect(sha256Hex(bytes)).toBe(expected(bytes))))
})
