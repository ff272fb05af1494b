/** @jest-environment node */
import { hasBearerToken } from './bearer-token.ts'

const TOKEN = '0123456789abcdef'

test.each([
  [`Bearer ${TOKEN}`, TOKEN, true],
  [`Bearer ${TOKEN}x`, TOKEN, false],
  [`bearer ${TOKEN}`, TOKEN, false],
  [TOKEN, TOKEN, false],
  [undefined, TOKEN, false],
  ['Bearer ', '', false],
  [undefined, '', false],
])('the header %s matches the token %j: %s', (authorization, token, expected) => {
  expect(hasBearerToken(authorization, token)).toBe(expected)
})
