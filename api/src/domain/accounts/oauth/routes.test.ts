import { profileCall, refreshCall } from 'shared/contract'
import { oauthRevokeCall, oauthTokenCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'

afterEach(closeTestServers)

const configured = { variables: { OAUTH_CLIENT_ID: 'trazo-web', OAUTH_CLIENT_SECRET: 'secreto: 100%' } }
const client = { client_id: 'trazo-web', client_secret: 'secreto: 100%' }
const grant = { grant_type: 'password', username: 'lucia', password: PASSWORD }

const post = (server: TestServer, url: string, payload: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const form = (values: Record<string, string>): string => new URLSearchParams(values).toString()

describe('section 7: POST /o/token/', () => {
  test('the token endpoint returns working tokens without the user, in a response that may not be cached', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const response = await post(
      server,
      oauthTokenCall.path,
      form({ ...grant, client_id: 'cualquiera', client_secret: '' }),
    )
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const { access_token, refresh_token, ...rest } = response.json()
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 1800, scope: 'read write' })
    expect(await succeed(server, profileCall, { bearer: access_token })).toMatchObject({ username: 'lucia' })
    await succeed(server, refreshCall, { body: { refresh_token } })
  })

  test.each([
    ['a wrong password', { ...grant, password: 'no es' }, 400, 'invalid_grant'],
    ['an unknown name', { ...grant, username: 'nadie' }, 400, 'invalid_grant'],
    ['another grant', { ...grant, grant_type: 'authorization_code' }, 400, 'unsupported_grant_type'],
    ['no grant', { ...grant, grant_type: '' }, 400, 'invalid_request'],
    ['no username', { ...grant, username: '' }, 400, 'invalid_request'],
    ['no password', { ...grant, password: '' }, 400, 'invalid_request'],
    ['an invented secret', { ...grant, client_secret: 'x' }, 401, 'invalid_client'],
  ])('section 8: the token endpoint refuses %s with the error of RFC 6749', async (_, body, status, error) => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const { status: actual, headers, ...rest } = await refuse(server, oauthTokenCall, { body })
    expect(actual).toBe(status)
    expect(rest).toEqual({ error, error_description: expect.stringMatching(/[.]$/) })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['www-authenticate']).toBeUndefined()
  })

  test('section 8: the token endpoint returns the same error for a wrong password and an unknown username', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const answers = [{ password: 'no es' }, { username: 'nadie' }].map(async (change) =>
      (await post(server, oauthTokenCall.path, form({ ...grant, ...change }))).json(),
    )
    expect(await answers[0]).toEqual(await answers[1])
    expect(await answers[0]).toMatchObject({
      error_description: 'No se pudo iniciar sesión. Verifica tus credenciales.',
    })
  })

  test.each([
    ['a parameter given twice', `${form(grant)}&username=otra`, {}, 400],
    ['JSON', JSON.stringify(grant), { 'content-type': 'application/json' }, 400],
    ['nothing', '', {}, 400],
    ['more than 16 kB', form({ ...grant, more: 'x'.repeat(17_000) }), {}, 413],
  ])(
    'the token endpoint answers a request with %s with the error invalid_request',
    async (_, payload, headers, status) => {
      const server = await openTestServer()
      await registerPerson(server, 'lucia')
      const response = await post(server, oauthTokenCall.path, payload, headers)
      expect(response.statusCode).toBe(status)
      expect(response.json()).toEqual({ error: 'invalid_request', error_description: expect.any(String) })
    },
  )

  test('an internal error returns server_error without its details', async () => {
    const server = await openTestServer()
    await server.services.db.schema.alterTable('users').renameTo('gone').execute()
    const response = await post(server, oauthTokenCall.path, form(grant))
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: 'server_error' })
    expect(response.body).not.toContain('users')
  })
})

describe('a configured client', () => {
  test('the API accepts the client’s credentials in the form or in HTTP Basic (RFC 6749, section 2.3.1), not both', async () => {
    const server = await openTestServer(configured)
    await registerPerson(server, 'lucia')
    await succeed(server, oauthTokenCall, { body: { ...grant, ...client } })
    const authorization = `Basic ${Buffer.from('trazo-web:secreto%3A+100%25').toString('base64')}`
    const response = await post(server, oauthTokenCall.path, form(grant), { authorization })
    expect(response.statusCode).toBe(200)
    const twice = await post(server, oauthTokenCall.path, form({ ...grant, ...client }), { authorization })
    expect(twice.json()).toMatchObject({ error: 'invalid_request' })
  })

  test.each([
    ['no client', {}],
    ['another client', { ...client, client_id: 'otro' }],
    ['a wrong secret', { ...client, client_secret: 'secreto' }],
    ['no secret', { client_id: 'trazo-web' }],
  ])('the token and revocation endpoints refuse %s', async (_, given) => {
    const server = await openTestServer(configured)
    const session = await registerPerson(server, 'lucia')
    const body = { ...grant, ...given }
    expect(await refuse(server, oauthTokenCall, { body })).toMatchObject({ status: 401, error: 'invalid_client' })
    const revocation = { token: session.access_token, ...given }
    expect(await refuse(server, oauthRevokeCall, { body: revocation })).toMatchObject({ error: 'invalid_client' })
    await succeed(server, profileCall, { bearer: session.access_token })
  })

  test('the API answers a failed HTTP Basic authentication with a WWW-Authenticate header', async () => {
    const server = await openTestServer(configured)
    const authorization = `Basic ${Buffer.from('trazo-web:no').toString('base64')}`
    const response = await post(server, oauthTokenCall.path, form(grant), { authorization })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Basic realm="Trazo"')
  })

  test('the API accepts a public client without a secret and refuses another client id', async () => {
    const server = await openTestServer({ variables: { OAUTH_CLIENT_ID: 'trazo-web' } })
    await registerPerson(server, 'lucia')
    await succeed(server, oauthTokenCall, { body: { ...grant, client_id: 'trazo-web' } })
    expect(await refuse(server, oauthTokenCall, { body: { ...grant, client_id: 'otro' } })).toMatchObject({
      error: 'invalid_client',
    })
  })
})

describe('section 7: POST /o/revoke_token/', () => {
  test.each(['access_token', 'refresh_token'] as const)(
    'revoking the %s ends its session and no other session',
    async (which) => {
      const server = await openTestServer()
      const session = await registerPerson(server, 'lucia')
      const other = await succeed(server, oauthTokenCall, { body: grant })
      expect(await succeed(server, oauthRevokeCall, { body: { token: session[which] } })).toEqual({})
      expect((await refuse(server, profileCall, { bearer: session.access_token })).status).toBe(401)
      const body = { refresh_token: session.refresh_token }
      expect((await refuse(server, refreshCall, { body })).status).toBe(401)
      await succeed(server, profileCall, { bearer: other.access_token })
    },
  )

  test('revoking an unknown or already revoked token succeeds (RFC 7009, section 2.2)', async () => {
    const server = await openTestServer()
    const { access_token: token } = await registerPerson(server, 'lucia')
    for (const body of [{ token: 'inventado' }, { token }, { token }])
      expect(await succeed(server, oauthRevokeCall, { body })).toEqual({})
  })

  test('section 8: revoking without a token returns an error with a description', async () => {
    const server = await openTestServer()
    expect(await refuse(server, oauthRevokeCall, { body: {} })).toMatchObject({
      status: 400,
      error: 'invalid_request',
      error_description: 'Falta el parámetro token.',
    })
  })
})

test('the login call, which accepts JSON, refuses a form body', async () => {
  const server = await openTestServer()
  const response = await post(server, '/api/auth/login/', form({ username: 'lucia', password: PASSWORD }))
  expect(response.json()).toMatchObject({ code: 'VALIDATION' })
})
