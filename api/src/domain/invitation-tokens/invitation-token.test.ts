import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { hashToken } from '../../platform/tokens.ts'
import { createInvitationTokens } from './invitation-token.ts'

const key = Buffer.alloc(32, 7)
const tokens = createInvitationTokens(key)

test('one invitation always has the same token, and different invitations have different tokens', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
      expect(tokens.tokenOf(a)).toBe(createInvitationTokens(key).tokenOf(a))
      expect(tokens.tokenOf(a) === tokens.tokenOf(b)).toBe(a === b)
    }),
  )
})

test('a token has 256 bits in characters that are safe in a URL', () => {
  expect(tokens.tokenOf(1)).toMatch(/^[\w-]{43}$/)
})

test('another key creates other tokens, and a token is not the plain HMAC of its number', () => {
  expect(createInvitationTokens(Buffer.alloc(32, 8)).tokenOf(1)).not.toBe(tokens.tokenOf(1))
  expect(createHmac('sha256', key).update('1').digest('base64url')).not.toBe(tokens.tokenOf(1))
})

test('isDerived recognises the token hashes that the key can derive again', () => {
  expect(tokens.isDerived({ id: 1, token_hash: hashToken(tokens.tokenOf(1)) })).toBe(true)
  expect(tokens.isDerived({ id: 2, token_hash: hashToken(tokens.tokenOf(1)) })).toBe(false)
  expect(tokens.isDerived({ id: 1, token_hash: hashToken('de-antes') })).toBe(false)
})
