import { loginCall, passwordResetCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from '../../../../test/support/test-server.ts'
import { deviceTokens } from './familiar-device.ts'

afterEach(closeTestServers)

const strict = { variables: { RATE_LIMIT_FACTOR: '0.2' } }
const SHARED = '10.0.0.1'

interface Attempt {
  readonly password?: string
  readonly cookie?: string
  readonly username?: string
}

const attempt = async (
  { app }: TestServer,
  { password = PASSWORD, cookie, username = 'lucia' }: Attempt,
  remoteAddress = SHARED,
) => {
  const response = await app.inject({
    method: 'POST',
    url: loginCall.path,
    headers: cookie === undefined ? {} : { cookie },
    remoteAddress,
    payload: { username, password },
  })
  return { status: response.statusCode, setCookie: String(response.headers['set-cookie'] ?? '') }
}

const cookieOf = (setCookie: string): string => setCookie.split(';')[0] ?? ''

const lockOut = async (server: TestServer): Promise<void> => {
  for (const expected of [400, 400, 429]) expect((await attempt(server, { password: 'no es' })).status).toBe(expected)
}

const startFamiliar = async () => {
  const server = await openTestServer(strict)
  await registerPerson(server, 'lucia')
  const { setCookie } = await attempt(server, {}, '198.51.100.1')
  return { server, setCookie, cookie: cookieOf(setCookie) }
}

test('the correct password logs in from a familiar device at a blocked account', async () => {
  const { server, cookie } = await startFamiliar()
  await lockOut(server)
  expect((await attempt(server, {})).status).toBe(429)
  expect((await attempt(server, { cookie })).status).toBe(200)
})

test('the correct password logs in from a familiar device when the whole address is blocked', async () => {
  const { server, cookie } = await startFamiliar()
  for (const n of Array.from({ length: 13 }, (_, index) => index))
    await attempt(server, { username: `persona${n}`, password: 'no es' })
  expect((await attempt(server, {})).status).toBe(429)
  expect((await attempt(server, { cookie })).status).toBe(200)
})

test('the API limits wrong passwords from a familiar device as well', async () => {
  const { server, cookie } = await startFamiliar()
  const statuses: number[] = []
  for (const _ of [1, 2, 3]) statuses.push((await attempt(server, { cookie, password: 'no es' })).status)
  expect(statuses).toEqual([400, 400, 429])
})

test.each([
  ['invented', () => `trazo_device=${'a'.repeat(43)}`],
  ['of another account', (cookie: string) => cookie],
])('the login ignores a device cookie that is %s', async (what, cookieFor) => {
  const { server, cookie } = await startFamiliar()
  const username = what === 'invented' ? 'lucia' : 'elena'
  if (username === 'elena') await registerPerson(server, 'elena')
  for (const _ of [1, 2]) await attempt(server, { username, password: 'no es' })
  expect((await attempt(server, { username, cookie: cookieFor(cookie) })).status).toBe(429)
})

test('the device cookie is HttpOnly and restricted to the account calls', async () => {
  const { server, setCookie } = await startFamiliar()
  const [, ...attributes] = setCookie.split('; ')
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/api/auth/', 'SameSite=Strict', 'Secure'])
  const { token_hash } = await server.services.db.selectFrom('familiar_devices').selectAll().executeTakeFirstOrThrow()
  expect(setCookie).not.toContain(token_hash)
})

test('a new login replaces the device token and voids the old one', async () => {
  const { server, cookie } = await startFamiliar()
  const next = cookieOf((await attempt(server, { cookie })).setCookie)
  expect(next).not.toBe(cookie)
  await lockOut(server)
  expect((await attempt(server, { cookie })).status).toBe(429)
  expect((await attempt(server, { cookie: next })).status).toBe(200)
})

test('one browser can be a familiar device of several accounts', async () => {
  const { server, cookie } = await startFamiliar()
  await registerPerson(server, 'elena')
  const both = cookieOf((await attempt(server, { username: 'elena', cookie }, '198.51.100.1')).setCookie)
  expect(deviceTokens(both)).toHaveLength(2)
  await lockOut(server)
  expect((await attempt(server, { cookie: both })).status).toBe(200)
})

test('an account keeps its twenty newest familiar devices', async () => {
  const { server, cookie } = await startFamiliar()
  for (const _ of Array.from({ length: 25 })) {
    server.clock.advance(60_000)
    await attempt(server, {}, '198.51.100.1')
  }
  expect(await server.services.db.selectFrom('familiar_devices').selectAll().execute()).toHaveLength(20)
  await lockOut(server)
  expect((await attempt(server, { cookie })).status).toBe(429)
})

test('only the account with the confirmed address gets the reset code, despite fifty claims', async () => {
  const server = await openTestServer()
  const { db } = server.services
  for (const n of Array.from({ length: 50 }, (_, index) => index)) await registerPerson(server, `ladron${n}`)
  await registerPerson(server, 'lucia')
  const email = 'lucia@example.com'
  await db.updateTable('users').set({ email, email_key: email }).where('username', '!=', 'lucia').execute()
  await db
    .updateTable('users')
    .set({ email_verified_at: 0, created_at: Date.UTC(2027, 0) })
    .where('username', '=', 'lucia')
    .execute()
  await server.app.inject({ method: 'POST', url: passwordResetCall.path, payload: { email } })
  await server.resetMailer.tick()
  const mails = await db.selectFrom('outbox').select('text_body').where('kind', '=', 'reset-code').execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text_body).toContain('«lucia»')
  expect(mails[0]?.text_body).not.toContain('ladron')
})
