import { logoutCall, profileCall, refreshCall } from 'shared/contract'
import { loginCall, registerCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../../test/support/test-server.ts'
import { ACCESS_TOKEN_LIFE, REFRESH_TOKEN_LIFE } from '../users/constants.ts'

afterEach(closeTestServers)

const registration = {
  username: 'sofia',
  first_name: 'Sofía',
  last_name: 'Mora',
  email: 'sofia@example.com',
  phone: '+506 8888-8888',
  password: PASSWORD,
  password_confirmation: PASSWORD,
}

describe('registration', () => {
  test('registration creates an account with a working session', async () => {
    const server = await openTestServer()
    const session = await succeed(server, registerCall, { body: registration })
    expect(session).toMatchObject({ token_type: 'Bearer', expires_in: ACCESS_TOKEN_LIFE / 1000 })
    const profile = await succeed(server, profileCall, { bearer: session.access_token })
    expect(profile).toEqual(session.user)
    expect(profile).toMatchObject({ username: 'sofia', email: 'sofia@example.com', profile: { country: '' } })
  })

  test('registration stores neither the password nor the tokens in plain text', async () => {
    const server = await openTestServer()
    const session = await succeed(server, registerCall, { body: registration })
    const { db } = server.services
    const stored = JSON.stringify([
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('access_tokens').selectAll().execute(),
      await db.selectFrom('refresh_tokens').selectAll().execute(),
    ])
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    for (const secret of [PASSWORD, session.access_token, session.refresh_token]) expect(stored).not.toContain(secret)
  })

  test('registration refuses a username that differs from an existing one only in case', async () => {
    const server = await openTestServer()
    await succeed(server, registerCall, { body: registration })
    const body = { ...registration, username: 'SOFIA', email: 'otra@example.com' }
    expect(await refuse(server, registerCall, { body })).toMatchObject({ status: 409, code: 'USERNAME_TAKEN' })
  })

  test('registration does not reveal that an e-mail already has an account', async () => {
    const server = await openTestServer()
    const first = await succeed(server, registerCall, { body: registration })
    const second = await succeed(server, registerCall, { body: { ...registration, username: 'otra' } })
    expect({ ...second.user, id: 0, username: '' }).toEqual({ ...first.user, id: 0, username: '' })
  })

  test('two simultaneous registrations with one username create one account', async () => {
    const server = await openTestServer()
    const send = () => server.app.inject({ method: 'POST', url: registerCall.path, payload: registration })
    const statuses = (await Promise.all([send(), send()])).map((response) => response.statusCode)
    expect(statuses.sort()).toEqual([201, 409])
  })

  test('registration names each refused input and shows the message of the first', async () => {
    const server = await openTestServer()
    const body = { ...registration, username: ' ', email: 'no', password: 'corta', password_confirmation: 'otra' }
    expect(await refuse(server, registerCall, { body })).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: 'El nombre de usuario es requerido',
      fields: {
        username: 'El nombre de usuario es requerido',
        email: 'El email no es válido',
        password: 'La contraseña debe tener al menos 8 caracteres',
      },
    })
  })

  test('registration refuses two passwords that differ', async () => {
    const server = await openTestServer()
    const body = { ...registration, password_confirmation: 'otra cosa' }
    expect(await refuse(server, registerCall, { body })).toMatchObject({
      message: 'Las contraseñas no coinciden',
      fields: { password_confirmation: 'Las contraseñas no coinciden' },
    })
  })
})

describe('login', () => {
  test('login accepts the username in any case', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const session = await succeed(server, loginCall, { body: { username: 'LUCIA', password: PASSWORD } })
    expect(session.user.username).toBe('lucia')
  })

  test('login returns the same error for a wrong password and an unknown username', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const wrong = await refuse(server, loginCall, { body: { username: 'lucia', password: 'otra clave' } })
    const unknown = await refuse(server, loginCall, { body: { username: 'nadie', password: 'otra clave' } })
    expect(wrong).toMatchObject({ status: 400, code: 'INVALID_CREDENTIALS' })
    expect({ code: unknown.code, message: unknown.message }).toEqual({ code: wrong.code, message: wrong.message })
  })
})

describe('session', () => {
  test('logging out ends the access token and the refresh token', async () => {
    const server = await openTestServer()
    const session = await registerPerson(server, 'elena')
    await succeed(server, logoutCall, { bearer: session.access_token })
    expect((await refuse(server, profileCall, { bearer: session.access_token })).code).toBe('SESSION_EXPIRED')
    const body = { refresh_token: session.refresh_token }
    expect((await refuse(server, refreshCall, { body })).code).toBe('SESSION_EXPIRED')
  })

  test('logging out empties the browser’s cache, which has pictures of documents', async () => {
    const server = await openTestServer()
    const { access_token } = await registerPerson(server, 'elena')
    const { headers } = await server.app.inject({
      method: 'POST',
      url: logoutCall.path,
      headers: { authorization: `Bearer ${access_token}` },
      payload: {},
    })
    expect(headers['clear-site-data']).toBe('"cache"')
  })

  test('when the access token has expired, the refresh token returns new tokens', async () => {
    const server = await openTestServer()
    const session = await registerPerson(server, 'elena')
    server.clock.advance(ACCESS_TOKEN_LIFE)
    expect((await refuse(server, profileCall, { bearer: session.access_token })).status).toBe(401)
    const renewed = await succeed(server, refreshCall, { body: { refresh_token: session.refresh_token } })
    expect(renewed.refresh_token).not.toBe(session.refresh_token)
    await succeed(server, profileCall, { bearer: renewed.access_token })
  })

  test('reusing an old refresh token ends the whole session', async () => {
    const server = await openTestServer()
    const session = await registerPerson(server, 'elena')
    const renewed = await succeed(server, refreshCall, { body: { refresh_token: session.refresh_token } })
    expect((await refuse(server, refreshCall, { body: { refresh_token: session.refresh_token } })).status).toBe(401)
    expect((await refuse(server, profileCall, { bearer: renewed.access_token })).code).toBe('SESSION_EXPIRED')
    const body = { refresh_token: renewed.refresh_token ?? '' }
    expect((await refuse(server, refreshCall, { body })).code).toBe('SESSION_EXPIRED')
  })

  test('two simultaneous refreshes with one token end the session', async () => {
    const server = await openTestServer()
    const session = await registerPerson(server, 'elena')
    const payload = { refresh_token: session.refresh_token }
    const send = () => server.app.inject({ method: 'POST', url: refreshCall.path, payload })
    const statuses = (await Promise.all([send(), send()])).map((response) => response.statusCode)
    expect(statuses.sort()).toEqual([200, 401])
    expect((await refuse(server, profileCall, { bearer: session.access_token })).status).toBe(401)
  })

  test('ending one session of a user keeps the user’s other sessions', async () => {
    const server = await openTestServer()
    const first = await registerPerson(server, 'elena')
    const second = await succeed(server, loginCall, { body: { username: 'elena', password: PASSWORD } })
    await succeed(server, logoutCall, { bearer: first.access_token })
    await succeed(server, profileCall, { bearer: second.access_token })
  })

  test('a refresh token expires after 30 days', async () => {
    const server = await openTestServer()
    const session = await registerPerson(server, 'elena')
    server.clock.advance(REFRESH_TOKEN_LIFE)
    expect((await refuse(server, refreshCall, { body: { refresh_token: session.refresh_token } })).status).toBe(401)
  })

  test.each([
    ['no token', undefined, 'UNAUTHENTICATED'],
    ['an invented token', 'inventado', 'SESSION_EXPIRED'],
    ['an invented guest token', 'g1.WzEsMSw5OTk5OTk5OTk5OTk5XQ.AAAA', 'SESSION_EXPIRED'],
  ])('the profile call refuses %s with status 401', async (_, bearer, code) => {
    const server = await openTestServer()
    expect(await refuse(server, profileCall, { bearer })).toMatchObject({ status: 401, code })
  })
})
