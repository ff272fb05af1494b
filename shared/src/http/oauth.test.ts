import { HttpError } from './http-error.ts'
import { oauthApi } from './oauth.ts'

const client = { client_id: 'app', client_secret: 's&creto' }
const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, scope: 'read' }

const serve = (status: number, body: unknown) => {
  const send = jest.fn<Promise<Response>, [string, RequestInit]>(
    async () =>
      ({
        ok: status < 400,
        status,
        headers: { get: () => null },
        text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
      }) as unknown as Response,
  )
  globalThis.fetch = send as unknown as typeof fetch
  return send
}

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'fulfilled',
    (error: unknown) => (error instanceof HttpError ? error.message : String(error)),
  )

test('section 7: the token call sends the password grant as a form', async () => {
  const send = serve(200, tokens)
  await expect(oauthApi.token({ username: 'ana', password: 'más+1', ...client })).resolves.toEqual(tokens)
  const [url, init] = send.mock.calls[0] ?? []
  expect(url).toBe('/o/token/')
  expect(new Headers(init?.headers).get('Content-Type')).toBe('application/x-www-form-urlencoded')
  expect(new Headers(init?.headers).has('Authorization')).toBe(false)
  expect(Object.fromEntries(new URLSearchParams(String(init?.body)))).toEqual({
    grant_type: 'password',
    username: 'ana',
    password: 'más+1',
    ...client,
  })
})

test('section 7: the revocation sends token and client as a form', async () => {
  const send = serve(200, {})
  await oauthApi.revoke({ token: 't', ...client })
  expect(send.mock.calls[0]?.[0]).toBe('/o/revoke_token/')
  expect(send.mock.calls[0]?.[1].body).toBe('token=t&client_id=app&client_secret=s%26creto')
})

const description = { error: 'invalid_grant', error_description: 'Credenciales inválidas' }

test.each([
  [400, description, 'Credenciales inválidas', 'Credenciales inválidas'],
  [401, { error: 'invalid_client' }, 'Error en la autenticación', 'Error al revocar el token'],
  [500, '<html>', 'Error en la autenticación', 'Error al revocar el token'],
  [200, '<html>', 'Error en la autenticación', 'Error al revocar el token'],
])('section 8: status %i with %p reads error_description or falls back', async (status, body, onToken, onRevoke) => {
  serve(status, body)
  expect(await reasonOf(oauthApi.token({ username: 'ana', password: 'x' }))).toBe(onToken)
  expect(await reasonOf(oauthApi.revoke({ token: 't' }))).toBe(onRevoke)
})

test('section 8: without a network, an OAuth call throws the connection message', async () => {
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('failed to fetch')
  })
  expect(await reasonOf(oauthApi.revoke({ token: 't' }))).toBe('Error de conexión. Verifica tu internet')
})
