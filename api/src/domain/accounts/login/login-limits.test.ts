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

test('issue 3: wrong passwords for one account from one address are limited, and the text says how long', async () => {
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

test('issue 3: a name without an account is limited alike', async () => {
  const server = await openTestServer(strict)
  for (const _ of [1, 2]) expect((await attempt(server, 'nadie', '10.0.0.1')).code).toBe('INVALID_CREDENTIALS')
  expect((await attempt(server, 'nadie', '10.0.0.1')).code).toBe('RATE_LIMITED')
})

test('issue 3: the right password restarts the count', async () => {
  const server = await openTestServer(strict)
  await registerPerson(server, 'lucia')
  for (const _ of [1, 2, 3]) {
    await attempt(server, 'lucia', '10.0.0.1')
    await enter(server, 'lucia', '10.0.0.1')
  }
})

describe('issue 3: wrong passwords from many addresses', () => {
  const attack = async (server: TestServer): Promise<void> => {
    for (const n of [1, 2, 3, 4, 5])
      expect((await attempt(server, 'lucia', `203.0.113.${n}`)).code).toBe('INVALID_CREDENTIALS')
  }

  test('slow the account down for a moment, whatever address the next comes from', async () => {
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

  test('do not keep its owner out of an address from which they came in before', async () => {
    const server = await openTestServer(strict)
    await registerPerson(server, 'lucia')
    await enter(server, 'lucia', '198.51.100.1')
    await attack(server)
    expect((await attempt(server, 'lucia', '203.0.113.6')).code).toBe('RATE_LIMITED')
    await enter(server, 'lucia', '198.51.100.1')
  })

  test('leave other accounts alone', async () => {
    const server = await openTestServer(strict)
    await registerPerson(server, 'lucia')
    await registerPerson(server, 'elena')
    await attack(server)
    await enter(server, 'elena', '203.0.113.6')
  })
})

test('issue 3: attempts are limited per address, whatever account they try', async () => {
  const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.05' } })
  for (const n of [1, 2, 3]) expect((await attempt(server, `persona${n}`, '10.0.0.1')).code).toBe('INVALID_CREDENTIALS')
  expect((await attempt(server, 'persona4', '10.0.0.1')).code).toBe('RATE_LIMITED')
})

test('issue 3: login and the OAuth grant share one count', async () => {
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

test('issue 3: many attempts at one moment count before any password is looked at', async () => {
  const server = await openTestServer(strict)
  await registerPerson(server, 'lucia')
  const payload = { username: 'lucia', password: 'no es' }
  const send = () => server.app.inject({ method: 'POST', url: loginCall.path, payload })
  const statuses = (await Promise.all([send(), send(), send(), send()])).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([400, 400, 429, 429])
})

test('issue 3: registering is limited per address, and per name and address', async () => {
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
