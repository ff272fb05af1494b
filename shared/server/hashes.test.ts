import fc from 'fast-check'
import { isSameSecret, policyHash, sha256Hex } from './hashes.ts'

test('SHA-256 matches FIPS 180-2, appendix B.1, as hexadecimal text and as a policy hash', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sha256Hex(new TextEncoder().encode('abc'))).toBe(sha256Hex('abc'))
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
