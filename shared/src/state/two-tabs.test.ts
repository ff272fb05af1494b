/** @jest-environment jsdom */
import type { SessionReply, User } from '../contract/index.ts'
import { listFilesCall } from '../contract/index.ts'
import { accountsApi } from '../http/accounts.ts'
import { HttpError, refreshAccessToken, request, sessionApi } from '../http/index.ts'
import { sampleUser as ana } from '../testing/samples.ts'
import { logIn } from './account.ts'
import { loadProfile } from './load-profile.ts'
import { provideToasts } from './notifications.ts'
import { currentSession, EXPIRED_MARK, endSession } from './session.ts'
import { startSession } from './start-session.ts'
import { storageKeys } from './storage.ts'

const now = 1_700_000_000
const tokensOf = (access_token: string, created_at = now) => ({
  access_token,
  refresh_token: `refresh of ${access_token}`,
  token_type: 'Bearer',
  expires_in: 900,
  scope: '',
  created_at,
})

const api = {
  login: jest.spyOn(accountsApi, 'login'),
  refresh: jest.spyOn(sessionApi, 'refresh'),
  profile: jest.spyOn(sessionApi, 'profile'),
}

/** `notify` sends the event. */
const otherTab = {
  notify: (key: string | null = storageKeys.tokens) => window.dispatchEvent(new StorageEvent('storage', { key })),
  store: (access: string, { user = ana, createdAt = now }: { user?: User; createdAt?: number } = {}) => {
    localStorage.setItem(storageKeys.tokens, JSON.stringify(tokensOf(access, createdAt)))
    localStorage.setItem(storageKeys.user, JSON.stringify(user))
  },
  logIn: (access: string, user = ana) => {
    otherTab.store(access, { user })
    otherTab.notify()
    otherTab.notify(storageKeys.user)
  },
  expire: () => {
    localStorage.removeItem(storageKeys.tokens)
    const { tokens: key } = storageKeys
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: EXPIRED_MARK }))
    otherTab.notify()
    localStorage.removeItem(storageKeys.user)
    otherTab.notify(storageKeys.user)
  },
  logOut: () => {
    localStorage.removeItem(storageKeys.tokens)
    otherTab.notify()
    localStorage.removeItem(storageKeys.user)
    otherTab.notify(storageKeys.user)
  },
}

const openHere = async (access: string, createdAt = now) => {
  otherTab.store(access, { createdAt })
  await startSession({ restore: true })
}

const shown = () => {
  const session = currentSession()
  return session.kind === 'authenticated' ? `${session.user.username} ${session.tokens.access_token}` : session.kind
}

const answered = (access_token: string): SessionReply => ({
  access_token,
  refresh_token: `refresh of ${access_token}`,
  token_type: 'Bearer',
  expires_in: 900,
  scope: '',
  user: ana,
})

type Work<T> = (lock: { name: string } | null) => T | Promise<T>

const fakeLocks = () => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const held: string[] = []
  const request = <T>(name: string, ...rest: [Work<T>] | [{ ifAvailable: boolean }, Work<T>]): Promise<T> => {
    const work = rest.length === 1 ? rest[0] : rest[1]
    if (rest.length === 2 && waiting > 0) return Promise.resolve(work(null))
    waiting += 1
    const mine = last.then(() => {
      held.push(name)
      return work({ name })
    })
    last = mine
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1
      })
    return mine
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  return { request, held }
}

jest.spyOn(console, 'warn').mockImplementation(() => undefined)

beforeEach(() => {
  jest.useFakeTimers({ now: now * 1000 })
  window.history.replaceState(null, '', '/')
  for (const call of Object.values(api)) call.mockReset()
  api.profile.mockResolvedValue(ana)
  localStorage.clear()
  endSession()
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
  jest.useRealTimers()
})

test('section 4: a logout in another tab ends the session in this tab', async () => {
  await openHere('a1')
  otherTab.logOut()
  expect(shown()).toBe('anonymous')
})

test('a session that the server ended in another tab is reported in this tab once', async () => {
  const shown = jest.fn()
  const dismissed = jest.fn()
  provideToasts({ ToastList: jest.fn(), showToast: shown, dismissToast: dismissed })
  await openHere('a1')
  otherTab.expire()
  expect(currentSession().kind).toBe('anonymous')
  expect(shown.mock.calls.map(([, { message }]) => message)).toEqual([
    'Sesión expirada. Por favor, inicia sesión nuevamente.',
  ])
  const [id] = shown.mock.calls[0]
  otherTab.logIn('a2')
  expect(dismissed).toHaveBeenCalledWith(id)
  otherTab.logOut()
  expect(shown).toHaveBeenCalledTimes(1)
})

test('section 4: a login in another tab opens the session in this tab', async () => {
  await startSession({ restore: true })
  otherTab.logIn('b1')
  expect(shown()).toBe('ana b1')
})

test('the session opens only after both stored items of a login have arrived', async () => {
  await startSession({ restore: true })
  localStorage.setItem(storageKeys.tokens, JSON.stringify(tokensOf('b1')))
  otherTab.notify()
  expect(shown()).toBe('anonymous')
  otherTab.logIn('b1')
  expect(shown()).toBe('ana b1')
})

test('this tab uses the tokens that another tab refreshed', async () => {
  await openHere('a1')
  otherTab.store('a2')
  otherTab.notify()
  expect(shown()).toBe('ana a2')
})

test('clearing the storage ends the session, and changes of other items do not', async () => {
  await openHere('a1')
  localStorage.clear()
  otherTab.notify('something-else')
  expect(shown()).toBe('ana a1')
  otherTab.notify(null)
  expect(shown()).toBe('anonymous')
})

test('section 4: a page that started under /sign/ does not take the session of another tab', async () => {
  await startSession({ restore: false })
  otherTab.logIn('b1')
  expect(shown()).toBe('anonymous')
})

test('section 4: a page that navigated to /sign/ loses its session and takes no new session', async () => {
  await openHere('a1')
  window.history.replaceState(null, '', '/sign/42/contrato')
  otherTab.logOut()
  otherTab.logIn('b1')
  expect(shown()).toBe('anonymous')
})

test('a page that started under /sign/ shares its session with other tabs after a login', async () => {
  await startSession({ restore: false })
  api.login.mockResolvedValue(answered('a1'))
  await logIn({ username: 'ana', password: 'x' })
  otherTab.logOut()
  expect(shown()).toBe('anonymous')
})

test('a profile that arrives after a logout in another tab does not restore the session', async () => {
  await openHere('a1')
  api.profile.mockImplementation(async () => {
    localStorage.clear() // its event has not arrived yet
    return ana
  })
  await loadProfile()
  expect(localStorage.getItem(storageKeys.tokens)).toBeNull()
})

test('two tabs that refresh at the same moment send the refresh token once', async () => {
  const locks = fakeLocks()
  await openHere('a1')
  const other = locks.request('trazo.refresh', async () => otherTab.store('a2'))
  const mine = refreshAccessToken('a1')
  await other
  await expect(mine).resolves.toBe('a2')
  expect(api.refresh).not.toHaveBeenCalled()
  expect(locks.held).toEqual(['trazo.refresh', 'trazo.refresh'])
  expect(shown()).toBe('ana a2')
})

test('a tab that gets the lock before the other tab’s tokens waits for those tokens', async () => {
  const locks = fakeLocks()
  await openHere('a1')
  const other = locks.request('trazo.refresh', async () => undefined)
  const mine = refreshAccessToken('a1')
  await other
  await Promise.resolve()
  otherTab.store('a2')
  otherTab.notify()
  await expect(mine).resolves.toBe('a2')
  expect(api.refresh).not.toHaveBeenCalled()
})

test('a tab refreshes itself if the tab that held the lock stored no tokens', async () => {
  const locks = fakeLocks()
  await openHere('a1')
  api.refresh.mockResolvedValue(answered('a2'))
  const other = locks.request('trazo.refresh', async () => undefined)
  const mine = refreshAccessToken('a1')
  await other
  await jest.advanceTimersByTimeAsync(2000)
  await expect(mine).resolves.toBe('a2')
  expect(api.refresh).toHaveBeenCalledTimes(1)
})

test('a start with expired tokens uses the tokens that another tab refreshed', async () => {
  const locks = fakeLocks()
  const other = locks.request('trazo.refresh', async () => otherTab.store('a2'))
  await openHere('a1', now - 900)
  await other
  expect(api.refresh).not.toHaveBeenCalled()
  expect(shown()).toBe('ana a2')
})

test('a refresh sends the newer stored token if that token has expired as well', async () => {
  await openHere('a1', now - 300)
  otherTab.store('a2', { createdAt: now - 200 })
  jest.setSystemTime((now + 900) * 1000)
  api.refresh.mockResolvedValue(answered('a3'))
  await expect(refreshAccessToken('a1')).resolves.toBe('a3')
  expect(api.refresh).toHaveBeenCalledWith('refresh of a2')
})

test('without locks, a failed refresh uses the tokens that another tab stored', async () => {
  await openHere('a1')
  api.refresh.mockImplementation(async () => {
    otherTab.store('a2')
    throw new HttpError('No autorizado (401)', { kind: 'network' })
  })
  await expect(refreshAccessToken('a1')).resolves.toBe('a2')
  expect(shown()).toBe('ana a2')
})

test('a call of one user is not repeated after another user logged in elsewhere', async () => {
  await openHere('a1')
  otherTab.store('b1', { user: { ...ana, id: 6, username: 'luis' } })
  await expect(refreshAccessToken('a1')).resolves.toBeUndefined()
  expect(shown()).toBe('luis b1')
})

test('a refresh that answers after the logout does not restore the session', async () => {
  await openHere('a1')
  api.refresh.mockImplementation(async () => {
    endSession()
    return answered('a2')
  })
  await expect(refreshAccessToken('a1')).resolves.toBeUndefined()
  expect(shown()).toBe('anonymous')
  expect(localStorage.getItem(storageKeys.tokens)).toBeNull()
})

test('a 401 of an older token repeats the call with the token that another tab stored', async () => {
  await openHere('a1')
  const tokens: (string | null)[] = []
  globalThis.fetch = jest.fn(async (_url, init) => {
    tokens.push(new Headers(init?.headers).get('Authorization'))
    const fresh = tokens.length > 1
    if (!fresh) otherTab.store('a2')
    return { ok: fresh, status: fresh ? 200 : 401, headers: new Headers(), text: async () => '[]' } as Response
  })
  await expect(request(listFilesCall, { bearer: 'session' })).resolves.toEqual([])
  expect(tokens).toEqual(['Bearer a1', 'Bearer a2'])
  expect(api.refresh).not.toHaveBeenCalled()
})
