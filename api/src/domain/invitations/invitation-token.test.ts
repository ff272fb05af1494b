import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { hashToken } from '../../platform/tokens.ts'
import { createInvitationTokens } from './invitation-token.ts'

const key = Buffer.alloc(32, 7)
const tokens = createInvitationTokens(key)

test('the same invitation has the same token, another one another', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
      expect(tokens.tokenOf(a)).toBe(createInvitationTokens(key).tokenOf(a))
      expect(tokens.tokenOf(a) === tokens.tokenOf(b)).toBe(a === b)
    }),
  )
})

test('a token is 256 bits that can stand in an address', () => {
  expect(tokens.tokenOf(1)).toMatch(/^[\w-]{43}$/)
})

test('another key makes other tokens, and the key alone says nothing without its label', () => {
  expect(createInvitationTokens(Buffer.alloc(32, 8)).tokenOf(1)).not.toBe(tokens.tokenOf(1))
  expect(createHmac('sha256', key).update('1').digest('base64url')).not.toBe(tokens.tokenOf(1))
})

test('knows the links that it can make again', () => {
  expect(tokens.isDerived({ id: 1, token_hash: hashToken(tokens.tokenOf(1)) })).toBe(true)
  expect(tokens.isDerived({ id: 2, token_hash: hashToken(tokens.tokenOf(1)) })).toBe(false)
  expect(tokens.isDerived({ id: 1, token_hash: hashToken('de-antes') })).toBe(false)
})
