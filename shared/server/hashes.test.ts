import fc from 'fast-check'
import { hashHex, isSameSecret, policyHash } from './hashes.ts'

test('SHA-256 matches FIPS 180-2, appendix B.1, as hexadecimal text and as a policy hash', () => {
  expect(hashHex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hashHex(new TextEncoder().encode('abc'))).toBe(hashHex('abc'))
  expect(policyHash('abc')).toBe("'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='")
})

test('isSameSecret is true only for equal secrets of any length', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(isSameSecret(a, b)).toBe(a === b)
      expect(isSameSecret(a, a)).toBe(true)
    }),
  )
})
