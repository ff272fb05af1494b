/** @jest-environment jsdom */
import { currentSession, storageKeys } from 'shared/state'
import { logInBefore } from '../testing.tsx'
import { startSessionOfPage } from './start.ts'

beforeEach(() => logInBefore())

const stored = () => localStorage.getItem(storageKeys.tokens) !== null

describe('1, section 4: the session on application start', () => {
  test('a page other than a signing page restores the session', () => {
    startSessionOfPage('/dashboard', 'navigate')
    expect(currentSession().kind).toBe('authenticated')
  })

  test.each(['/sign/42/contrato', '/SIGN/42/contrato'])(
    '%s restores no session and keeps the stored session for other tabs',
    (path) => {
      startSessionOfPage(path, 'navigate')
      expect(currentSession().kind).toBe('anonymous')
      expect(stored()).toBe(true)
    },
  )

  test('going back to a signing page from another document clears the session', () => {
    startSessionOfPage('/sign/42/contrato', 'back_forward')
    expect(stored()).toBe(false)
  })

  test('a reload of a signing page keeps the stored session', () => {
    startSessionOfPage('/sign/42/contrato', 'reload')
    expect(stored()).toBe(true)
  })
})
