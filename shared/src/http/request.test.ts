import { loginCall } from '../contract/accounts/accounts.ts'
import { listFilesCall } from '../contract/index.ts'
import { provideAuth } from './auth.ts'
import { HttpError } from './http-error.ts'
import { request, urlOf } from './request.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  ({
    ok: status < 400,
    status,
    headers: { get: (name: string) => headers[name] ?? null },
    text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
  }) as Response

const serve = (...answers: (Response | Error)[]) => {
  const sent: { url: string; token: string | null }[] = []
  globalThis.fetch = jest.fn(async (url, init) => {
    sent.push({ url: String(url), token: new Headers(init?.headers).get('Authorization') })
    const next = answers.shift()
    if (next === undefined || next instanceof Error) throw next ?? new Error('nothing more to answer')
    return next
  })
  return sent
}

const failureOf = async (call: Promise<unknown>): Promise<HttpError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof HttpError)) throw new Error(`expected an HttpError, got ${String(error)}`)
  return error
}

const login = () => request(loginCall, { bearer: 'none', body: { username: 'ana', password: 'secreto' } })

afterEach(() => provideAuth({ accessToken: () => undefined, refresh: async () => undefined }))

test.each([
  [404, { message: 'algo' }, 'Recurso no encontrado (404)'],
  [401, { message: 'algo' }, 'No autorizado (401)'],
  [403, {}, 'Acceso denegado (403)'],
  [400, { message: 'El mensaje', detail: 'x' }, 'El mensaje'],
  [400, { error: 'El error' }, 'El error'],
  [500, { detail: 'El detalle' }, 'El detalle'],
  [500, '<html>', 'Error en la petición'],
])('section 8: status %i with %p shows %p', async (status, body, message) => {
  serve(answer(status, body))
  expect((await failureOf(login())).message).toBe(message)
})

test('section 8: a network failure has its own text', async () => {
  serve(new TypeError('failed to fetch'))
  const error = await failureOf(login())
  expect(error.message).toBe('Error de conexión. Verifica tu internet')
  expect(error.failure.kind).toBe('network')
})

test('a reply that breaks the contract is an unexpected-reply error', async () => {
  serve(answer(200, { access_token: 7 }))
  expect((await failureOf(login())).failure.kind).toBe('unexpected-reply')
})

test('a 401 of a session refreshes once for all waiting calls and repeats each call once', async () => {
  let token = 'old'
  const refresh = jest.fn(async () => {
    token = 'new'
    return token
  })
  provideAuth({ accessToken: () => token, refresh })
  const sent = serve(answer(401, {}), answer(401, {}), answer(200, []), answer(200, []))
  const list = () => request(listFilesCall, { bearer: 'session' })
  await expect(Promise.all([list(), list()])).resolves.toEqual([[], []])
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(sent.map((call) => call.token)).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new'])
})

test('a 401 of an outdated token repeats the call with the current token, without a refresh', async () => {
  const refresh = jest.fn(async () => 'never')
  let token = 'old'
  provideAuth({ accessToken: () => token, refresh })
  const sent = serve(answer(401, {}), answer(200, []))
  const call = request(listFilesCall, { bearer: 'session' })
  token = 'of another tab'
  await expect(call).resolves.toEqual([])
  expect(refresh).not.toHaveBeenCalled()
  expect(sent.map((made) => made.token)).toEqual(['Bearer old', 'Bearer of another tab'])
})

test('a 401 whose refresh fails shows the specified message', async () => {
  provideAuth({ accessToken: () => 'old', refresh: async () => undefined })
  serve(answer(401, {}))
  expect((await failureOf(request(listFilesCall, { bearer: 'session' }))).message).toBe('No autorizado (401)')
})

test('a 401 of a bearer outside the session starts no refresh', async () => {
  const refresh = jest.fn(async () => 'new')
  provideAuth({ accessToken: () => 'session', refresh })
  const sent = serve(answer(401, {}))
  await failureOf(request(listFilesCall, { bearer: { token: 'guest' } }))
  expect(refresh).not.toHaveBeenCalled()
  expect(sent[0]?.token).toBe('Bearer guest')
})

test('urlOf fills and encodes the path and the query', () => {
  expect(urlOf({ path: '/home/api/files/:id/x' }, { id: 'a/b' }, { q: 'é&' })).toBe(
    '/home/api/files/a%2Fb/x?q=%C3%A9%26',
  )
})
