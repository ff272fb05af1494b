import { loginCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'
import { rateLimits } from '../../../platform/http/limits.ts'

afterEach(closeTestServers)

/** Reduces limits of 10 and 20 to 2 and 4. */
const strict = { variables: { RATE_LIMIT_FACTOR: '0.2' } }

const attempt = async (server: TestServer, remoteAddress: string): Promise<string> =>
  (await refuse(server, loginCall, { body: { username: 'lucia', password: 'no es' }, remoteAddress })).code
const enter = (server: TestServer, remoteAddress: string) =>
  succeed(server, loginCall, { body: { username: 'lucia', password: PASSWORD }, remoteAddress })

const openTwo = async () => {
  const a = await openTestServer(strict)
  const b = await openTestServer({ ...strict, besides: a })
  await registerPerson(a, 'lucia')
  return { a, b }
}

test('two processes share the count of wrong passwords, so switching processes gives no further attempt', async () => {
  const { a, b } = await openTwo()
  expect([await attempt(a, '10.0.0.1'), await attempt(b, '10.0.0.1')]).toEqual([
    'INVALID_CREDENTIALS',
    'INVALID_CREDENTIALS',
  ])
  expect([await attempt(a, '10.0.0.1'), await attempt(b, '10.0.0.1')]).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
})

test('both processes slow down a guessed account, except from the network where its owner logged in', async () => {
  const { a, b } = await openTwo()
  await enter(a, '198.51.100.1')
  for (const n of [1, 2, 3, 4, 5])
    expect(await attempt(n % 2 === 0 ? a : b, `203.0.113.${n}`)).toBe('INVALID_CREDENTIALS')
  expect([await attempt(a, '203.0.113.6'), await attempt(b, '203.0.113.7')]).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
  await b.services.limiterOf(0.2).hit(rateLimits.loginByAccountAndNetwork, '198.51.100.0/24 lucia')
  await enter(b, '198.51.100.1')
})
