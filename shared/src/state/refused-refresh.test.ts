/** @jest-environment jsdom */
import { listFilesCall } from '../contract/index.ts'
import { HttpError } from '../http/index.ts'
import { request } from '../http/request.ts'
import { sampleUser as user } from '../testing/samples.ts'
import { provideToasts } from './notifications.ts'
import { currentSession, endSession, storeSession } from './session.ts'
import { startSession } from './start-session.ts'
import { storageKeys } from './storage.ts'

const now = 1_700_000_000
const tokens = {
  access_token: 'a1',
  refresh_token: 'r1',
  token_type: 'Bearer',
  expires_in: 900,
  scope: '',
  created_at: now,
}
const renewed = { ...tokens, access_token: 'a2', refresh_token: 'r2' }
const EXPIRED = 'Sesión expirada. Por favor, inicia sesión nuevamente.'

const toasts = { showToast: jest.fn(), dismissToast: jest.fn() }
const answer = (status: number, body: unknown): Response =>
  ({ ok: status < 400, status, headers: new Headers(), text: async () => JSON.stringify(body) }) as Response

const serve = (refresh: () => Response | Error): void => {
  globalThis.fetch = jest.fn(async (url, init) => {
    if (String(url).endsWith('/auth/refresh/')) {
      const reply = refresh()
      if (reply instanceof Error) throw reply
      return reply
    }
    const fresh = new Headers(init?.headers).get('Authorization') === 'Bearer a2'
    if (!fresh) return answer(401, { code: 'UNAUTHENTICATED', message: 'x' })
    return answer(200, String(url).endsWith('/complete/') ? user : [])
  })
}

const list = () => request(listFilesCall, { bearer: 'session' })
const stored = () => localStorage.getItem(storageKeys.tokens)
const messages = () => toasts.showToast.mock.calls.map(([, notification]) => notification.message)

provideToasts({ ToastList: jest.fn(), ...toasts })

beforeEach(() => {
  jest.useFakeTimers({ now: now * 1000 })
  localStorage.clear()
  endSession()
  jest.clearAllMocks()
})
afterEach(() => jest.useRealTimers())

const undecided: [string, () => Response | Error, RegExp][] = [
  [
    'a 503',
    () => answer(503, { code: 'UNAVAILABLE', message: 'El servicio no está disponible' }),
    /no está disponible/,
  ],
  ['a 500', () => answer(500, {}), /^Error en la petición$/],
  ['a 429', () => answer(429, { message: 'Demasiados intentos' }), /^Demasiados intentos$/],
  ['a lost connection', () => new TypeError('failed to fetch'), /^Error de conexión\. Verifica tu internet$/],
  ['the page of a captive portal', () => answer(200, '<html>'), /^Error en la petición$/],
]

describe.each(undecided)('section 4: a refresh answered by %s', (_what, failed, message) => {
  test('the call fails, the session keeps its tokens, and a later call refreshes', async () => {
    storeSession(user, tokens)
    serve(failed)
    const error = await list().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(HttpError)
    expect((error as HttpError).message).toMatch(message)
    expect(JSON.parse(stored() ?? '{}')).toEqual(tokens)
    expect(currentSession()).toEqual({ kind: 'authenticated', user, tokens })
    expect(messages()).toEqual([])
    serve(() => answer(200, renewed))
    await expect(list()).resolves.toEqual([])
    expect(JSON.parse(stored() ?? '{}')).toMatchObject({ refresh_token: 'r2' })
  })

  test('the start of the page keeps the session', async () => {
    storeSession(user, tokens)
    jest.setSystemTime((now + 900) * 1000)
    serve(failed)
    await startSession({ restore: true })
    expect(JSON.parse(stored() ?? '{}')).toEqual(tokens)
    expect(currentSession()).toMatchObject({ kind: 'authenticated' })
    serve(() => answer(200, renewed))
    await expect(list()).resolves.toEqual([])
  })
})

describe.each([401, 400])('section 8: a refresh refused with %i', (status) => {
  test('the session ends, and a notification stays until the next login', async () => {
    storeSession(user, tokens)
    serve(() => answer(status, { code: 'SESSION_EXPIRED', message: 'x' }))
    await expect(list()).rejects.toThrow('No autorizado (401)')
    expect(stored()).toBeNull()
    expect(currentSession()).toEqual({ kind: 'anonymous' })
    expect(messages()).toEqual([EXPIRED])
    const [id, notification] = toasts.showToast.mock.calls[0]
    expect(notification.duration).toBe(0)
    storeSession(user, renewed)
    expect(toasts.dismissToast).toHaveBeenCalledWith(id)
  })

  test('the start of the page ends the session and shows a notification', async () => {
    storeSession(user, tokens)
    jest.setSystemTime((now + 900) * 1000)
    serve(() => answer(status, { code: 'SESSION_EXPIRED', message: 'x' }))
    await startSession({ restore: true })
    expect(currentSession()).toEqual({ kind: 'anonymous' })
    expect(messages()).toEqual([EXPIRED])
  })
})

test('a logout by the user shows no notification', () => {
  storeSession(user, tokens)
  endSession()
  expect(messages()).toEqual([])
})

test('if the code of the refresh does not load, the call fails with the network message', async () => {
  jest.doMock('./refresh-session.ts', () => {
    throw Object.assign(new Error('Loading chunk deferred-refresh-session failed'), { name: 'ChunkLoadError' })
  })
  storeSession(user, tokens)
  serve(() => answer(200, renewed))
  await expect(list()).rejects.toThrow('Error de conexión. Verifica tu internet')
  expect(JSON.parse(stored() ?? '{}')).toEqual(tokens)
  expect(currentSession()).toMatchObject({ kind: 'authenticated' })
})
