/** @jest-environment jsdom */
import { sampleUser as ana } from '../testing/samples.ts'
import { clearNotifications, notify, provideToasts } from './notifications.ts'
import { watchRestoring } from './restored-page.ts'
import { currentSession, endSession, showSession, storeSession } from './session.ts'
import { storageKeys } from './storage.ts'

const tokens = {
  access_token: 'a1',
  refresh_token: 'r1',
  token_type: 'Bearer',
  expires_in: 900,
  scope: '',
  created_at: 1_700_000_000,
}

const sendEvent = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }))
const visibility = () => document.documentElement.style.visibility

const reload = jest.fn()
const open = () => {
  storeSession(ana, tokens)
  watchRestoring(reload)
}

afterEach(() => {
  reload.mockReset()
  endSession()
  document.documentElement.style.visibility = ''
})

describe('a page that the browser keeps in its back/forward cache', () => {
  test('the page is hidden when the browser keeps the page, and is shown again if the session still exists', () => {
    open()
    sendEvent('pagehide', true)
    expect(visibility()).toBe('hidden')
    sendEvent('pageshow', true)
    expect([visibility(), currentSession().kind]).toEqual(['', 'authenticated'])
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['everything was cleared', () => localStorage.clear()],
    ['the tokens are gone', () => localStorage.removeItem(storageKeys.tokens)],
    [
      'another user logged in',
      () => localStorage.setItem(storageKeys.user, JSON.stringify({ ...ana, id: 6, username: 'luis' })),
    ],
  ])('the page stays hidden and reloads if, in between, %s', (_, change) => {
    open()
    sendEvent('pagehide', true)
    change()
    sendEvent('pageshow', true)
    expect([visibility(), currentSession().kind]).toEqual(['hidden', 'anonymous'])
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('the page stays visible if no user was logged in', () => {
    watchRestoring(reload)
    showSession({ kind: 'anonymous' })
    sendEvent('pagehide', true)
    expect(visibility()).toBe('')
    sendEvent('pageshow', true)
    expect(reload).not.toHaveBeenCalled()
  })

  test('the page is neither hidden nor reloaded if the browser does not keep the page', () => {
    open()
    localStorage.clear()
    sendEvent('pagehide', false)
    sendEvent('pageshow', false)
    expect([visibility(), reload.mock.calls]).toEqual(['', []])
  })
})

test('the end of a session removes all notifications', () => {
  const dismissed: unknown[] = []
  provideToasts({
    showToast: () => undefined,
    dismissToast: (id?: string) => void dismissed.push(id ?? 'all'),
  } as unknown as Parameters<typeof provideToasts>[0])
  open()
  notify({ type: 'success', message: '«contrato.pdf» dejó de compartirse' })
  endSession()
  expect(dismissed).toEqual(['all'])
  clearNotifications()
})
