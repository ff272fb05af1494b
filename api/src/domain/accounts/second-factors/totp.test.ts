import fc from 'fast-check'
import { encodeBase32, matchingStep, newTotpSecret, totpAt, totpUri } from './totp.ts'

/** RFC 6238, appendix B, SHA-1; last six digits. */
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the TOTP code at %d seconds is %s', (seconds, code) => {
  expect(totpAt(Buffer.from('12345678901234567890'), seconds * 1000)).toBe(code)
})

/** RFC 4648, section 10. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 encodes "%s" as "%s"', (text, encoded) => {
  expect(encodeBase32(Buffer.from(text))).toBe(encoded)
})

const STEP = 30_000

test('a TOTP code is valid for one step before and after its own, and not again after its use', () => {
  const secret = newTotpSecret()
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 100_000_000 }), fc.integer({ min: -5, max: 5 }), (step, late) => {
      const code = totpAt(secret, step * STEP)
      const now = (step + late) * STEP
      const found = matchingStep(secret, code, { now, lastStep: 0 })
      // Nearby steps may have equal codes.
      if (Math.abs(late) <= 1) expect(found).toBeDefined()
      if (found !== undefined) expect(matchingStep(secret, code, { now, lastStep: found + 2 })).toBeUndefined()
    }),
  )
})

test('the TOTP address names the issuer and the account', () => {
  const secret = Buffer.from('12345678901234567890')
  expect(totpUri(secret, 'Trazo', 'ana mora')).toBe(
    'otpauth://totp/Trazo%3Aana%20mora?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Trazo',
  )
})
