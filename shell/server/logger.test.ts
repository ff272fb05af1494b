/** @jest-environment node */
import { pathOf } from './logger.ts'

test('a logged address has no query: that is where invitation tokens are', () => {
  expect(pathOf('/sign/12/contrato?token=secret&fieldId=3')).toBe('/sign/12/contrato')
  expect(pathOf('/home/api/validate-invitation-token?token=secret')).toBe('/home/api/validate-invitation-token')
  expect(pathOf('/login')).toBe('/login')
})
