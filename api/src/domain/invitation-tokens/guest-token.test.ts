import fc from 'fast-check'
import { createGuestTokens, type GuestGrant, isGuestToken } from './guest-token.ts'

const tokens = createGuestTokens(Buffer.alloc(32, 7))
const grant: GuestGrant = {
  source: { kind: 'invitation', invitationId: 1 },
  fieldId: Number.MAX_SAFE_INTEGER,
  expiresAt: 1000,
}

test('a guest token opens with its grant until it expires', () => {
  const token = tokens.seal(grant)
  expect(isGuestToken(token)).toBe(true)
  expect(tokens.open(token, 999)).toEqual({ kind: 'open', grant })
  expect(tokens.open(token, 1000)).toEqual({ kind: 'invalid' })
})

test('an invitation and a public-link session with the same number get different tokens', () => {
  const other: GuestGrant = { ...grant, source: { kind: 'agent-session', sessionId: 1 } }
  expect(tokens.seal(other)).not.toBe(tokens.seal(grant))
  expect(tokens.open(tokens.seal(other), 0)).toEqual({ kind: 'open', grant: other })
})

test('a token that another key sealed is invalid', () => {
  const other = createGuestTokens(Buffer.alloc(32, 8)).seal(grant)
  expect(tokens.open(other, 0)).toEqual({ kind: 'invalid' })
})

test('a token with one changed character is invalid', () => {
  const token = tokens.seal(grant)
  fc.assert(
    fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom(...'ABCxyz019-_.'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      // The last character has two unused bits.
      fc.pre(changed !== token && at < token.length - 1)
      expect(tokens.open(changed, 0)).toEqual({ kind: 'invalid' })
    }),
  )
})

test('any other text is an invalid token and causes no error', () => {
  fc.assert(fc.property(fc.string(), (text) => expect(tokens.open(`g2.${text}`, 0)).toEqual({ kind: 'invalid' })))
})
