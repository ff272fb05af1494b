import { loginCall, oauthTokenCall, registerCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'

afterEach(closeTestServers)

const strict = { variables: { RATE_LIMIT_FACTOR: '0.2' } }

const attempt = (server: TestServer, username: string, remoteAddress: string) =>
  refuse(server, loginCall, { body: { username, password: 'no es' }, remoteAddress })
const enter = (server: TestServer, username: string, remoteAddress: string) =>
  succeed(server, loginCall, { body: { username, password: PASSWORD }, remoteAddress })

test('the API limits wrong passwords per account and address, and its message states the wait', async () => {
  const server = await openTestServer(strict)
  await registerPerson(server, 'lucia')
  for (const _ of [1, 2]) expect((await attempt(server, 'lucia', '10.0.0.1')).code).toBe('INVALID_CREDENTIALS')
  server.clock.advance(370_000)
  expect(await attempt(server, 'Lucia ', '10.0.0.1')).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Demasiados intentos. Espera 4 minutos y vuelve a intentarlo.',
    headers: { 'retry-after': '230' },
  })
  server.clock.advance(230_000)
  await enter(server, 'lucia', '10.0.0.1')
})

test('the API limits wrong passwords in the same way for a username without an account', async () => {
  const server = await openTestServer(strict)
  for (const _ of [1, 2]) expect((await attempt(server, 'nadie', '10.0.0.1')).code).toBe('INVALID_CREDENTIALS')
  expect((await attempt(server, 'nadie', '10.0.0.1')).code).toBe('RATE_LIMITED')
})

test('a correct password resets the count of wrong passwords', async () => {
  const server = await openTestServer(strict)
  await registerPerson(server, 'lucia')
  for (const _ of [1, 2, 3]) {
    await attempt(server, 'lucia', '10.0.0.1')
    await enter(server, 'lucia', '10.0.0.1')
  }
})

describe('wrong passwords from many addresses', () => {
  const attack = async (server: TestServer): Promise<void> => {
    for (const n of [1, 2, 3, 4, 5])
      expect((await attempt(server, 'lucia', `203.0.113.${n}`)).code).toBe('INVALID_CREDENTIALS')
  }

  test('wrong passwords from many addresses block logins to the account from any new address for 5 seconds', async () => {
    const server = await openTestServer(strict)
    await registerPerson(server, 'lucia')
    await attack(server)
    expect(await attempt(server, 'lucia', '203.0.113.6')).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Demasiados intentos. Espera 5 segundos y vuelve a intentarlo.',
      headers: { 'retry-after': '5' },
    })
    server.clock.advance(5000)
    await enter(server, 'lucia', '198.51.100.1')
  })

  test('wrong passwords from many addresses do not lock out the owner at an address with an earlier login', async () => {
    const server = await openTestServer(strict)
    await registerPerson(server, 'lucia')
    await enter(server, 'lucia', '198.51.100.1')
    await attack(server)
    expect((await attempt(server, 'lucia', '203.0.113.6')).code).toBe('RATE_LIMITED')
    await enter(server, 'lucia', '198.51.100.1')
  })

  test('wrong passwords from many addresses do not limit logins to other accounts', async () => {
    const server = await openTestServer(strict)
    await registerPerson(server, 'lucia')
    await registerPerson(server, 'elena')
    await attack(server)
    await enter(server, 'elena', '203.0.113.6')
  })
})

test('the API limits login attempts per address across all accounts', async () => {
  const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.05' } })
  for (const n of [1, 2, 3]) expect((await attempt(server, `persona${n}`, '10.0.0.1')).code).toBe('INVALID_CREDENTIALS')
  expect((await attempt(server, 'persona4', '10.0.0.1')).code).toBe('RATE_LIMITED')
})

test('the login and the OAuth password grant share one count of wrong passwords', async () => {
  const server = await openTestServer(strict)
  await registerPerson(server, 'lucia')
  for (const _ of [1, 2]) await attempt(server, 'lucia', '10.0.0.1')
  const body = { grant_type: 'password', username: 'lucia', password: PASSWORD }
  expect(await refuse(server, oauthTokenCall, { body, remoteAddress: '10.0.0.1' })).toMatchObject({
    status: 429,
    error: 'temporarily_unavailable',
    error_description: 'Demasiados intentos. Espera 10 minutos y vuelve a intentarlo.',
    headers: { 'retry-after': '600' },
  })
})

test('simultaneous login attempts count before the API checks their passwords', async () => {
  const server = await openTestServer(strict)
  await registerPerson(server, 'lucia')
  const payload = { username: 'lucia', password: 'no es' }
  const send = () => server.app.inject({ method: 'POST', url: loginCall.path, payload })
  const statuses = (await Promise.all([send(), send(), send(), send()])).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([400, 400, 429, 429])
})

test('the API limits registrations per address, and per username and address', async () => {
  const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.2' } })
  const register = (username: string) =>
    server.app.inject({
      method: 'POST',
      url: registerCall.path,
      payload: {
        username,
        first_name: 'Ana',
        last_name: 'Mora',
        email: 'ana@example.com',
        phone: '1',
        password: PASSWORD,
        password_confirmation: PASSWORD,
      },
    })
  const statuses: number[] = []
  for (const name of ['ana', 'ana', 'ana', 'eva', 'isa']) statuses.push((await register(name)).statusCode)
  expect(statuses).toEqual([201, 409, 429, 201, 429])
})
