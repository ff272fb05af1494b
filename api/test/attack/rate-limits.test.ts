import { type Call, signingAgentCall } from 'shared/contract'
import { loginCall, passwordResetCall, passwordResetConfirmCall, registerCall } from 'shared/contract/accounts'
import { hashPassword } from '../../src/domain/accounts/users/password.ts'
import { calls } from '../support/calls.ts'
import { PASSWORD, registerPerson } from '../support/people.ts'
import { closeTestServers, openTestServer, pathOf, refuse, succeed, type TestServer } from '../support/test-server.ts'

afterEach(closeTestServers)

const ONCE = { variables: { RATE_LIMIT_FACTOR: '0.0001' } }
/** Four wrong passwords per account; then one per network. */
const STRICT = { variables: { RATE_LIMIT_FACTOR: '0.2' } }

const guess = async ({ app }: TestServer, remoteAddress: string, headers: Record<string, string> = {}) => {
  const payload = { username: 'lucia', password: 'no es' }
  return (await app.inject({ method: 'POST', url: loginCall.path, payload, remoteAddress, headers })).statusCode
}

const enter = (server: TestServer, remoteAddress: string) =>
  succeed(server, loginCall, { body: { username: 'lucia', password: PASSWORD }, remoteAddress })

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

describe('guesses from several addresses', () => {
  test.each(['203.0.113.', '2001:db8:7:'])(
    'addresses of the same network (%s…) share one limit of guesses',
    async (network) => {
      const server = await openTestServer(STRICT)
      await registerPerson(server, 'lucia')
      const addresses = numbers(12).map((n) => (network.includes(':') ? `${network}${n + 1}::1` : `${network}${n + 1}`))
      const statuses: number[] = []
      for (const address of addresses) statuses.push(await guess(server, address))
      expect(statuses.filter((status) => status === 400)).toHaveLength(5)
      expect(statuses.slice(5)).toEqual(Array(7).fill(429))
    },
  )

  test('after the limit, every further network gains at most one guess', async () => {
    const server = await openTestServer(STRICT)
    await registerPerson(server, 'lucia')
    const statuses: number[] = []
    for (const n of numbers(6)) for (const m of [1, 2, 3]) statuses.push(await guess(server, `203.0.${n}.${m}`))
    const looked = statuses.filter((status) => status === 400).length
    expect(looked).toBeLessThanOrEqual(5 + 6)
    expect(looked).toBeGreaterThanOrEqual(5)
  })

  test('spellings of the same address or of the same username share one limit', async () => {
    const server = await openTestServer(STRICT)
    await registerPerson(server, 'lucia')
    const spellings = ['lucia', 'LUCIA', ' Lucia ', 'luCIA\u0020']
    const addresses = ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']
    const statuses: number[] = []
    for (const username of spellings)
      for (const remoteAddress of addresses) {
        const payload = { username, password: 'no es' }
        const answer = await server.app.inject({ method: 'POST', url: loginCall.path, payload, remoteAddress })
        statuses.push(answer.statusCode)
      }
    expect(statuses).toEqual([400, 400, ...Array<number>(10).fill(429)])
  })

  test('the limit stops guesses of reset codes from many networks, and the owner still logs in', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const email = 'lucia@example.com'
    const looked: number[] = []
    for (const round of numbers(4)) {
      await server.app.inject({
        method: 'POST',
        url: passwordResetCall.path,
        payload: { email },
        remoteAddress: `198.51.${round}.1`,
      })
      await server.resetMailer.tick()
      const mail = await server.services.db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'reset-code')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const code = /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? ''
      const wrong = {
        email,
        code: code === '000000' ? '000001' : '000000',
        new_password: PASSWORD,
        password_confirmation: PASSWORD,
      }
      for (const n of numbers(5))
        await server.app.inject({
          method: 'POST',
          url: passwordResetConfirmCall.path,
          payload: wrong,
          remoteAddress: `203.${round}.${n}.1`,
        })
      const late = { ...wrong, code, new_password: 'del atacante', password_confirmation: 'del atacante' }
      const answer = await server.app.inject({
        method: 'POST',
        url: passwordResetConfirmCall.path,
        payload: late,
        remoteAddress: `203.${round}.9.1`,
      })
      looked.push(answer.statusCode)
      await enter(server, `192.0.2.${round + 1}`)
    }
    expect(looked).toEqual([400, 400, 400, 400])
  })

  test('a forwarded address that the client claims does not count as another address', async () => {
    const server = await openTestServer(STRICT)
    const claim = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}` })
    const statuses: number[] = []
    for (const n of numbers(4)) statuses.push(await guess(server, '203.0.113.9', claim(n)))
    expect(statuses).toEqual([400, 400, 429, 429])
  })
})

describe('attacks on one account', () => {
  test('a guesser does not lock out the owner, who logs in from other networks', async () => {
    const server = await openTestServer(STRICT)
    await registerPerson(server, 'lucia')
    for (const round of numbers(3)) {
      for (const n of numbers(8)) await guess(server, `203.0.113.${n + 1}`)
      expect(await guess(server, '203.0.113.99')).toBe(429)
      await enter(server, `198.51.100.${round + 1}`)
      await enter(server, `2001:db8:${round + 1}::1`)
    }
  })

  test('an endless attack does not lock the account for its owner', async () => {
    const server = await openTestServer(STRICT)
    await registerPerson(server, 'lucia')
    for (const _ of numbers(30)) {
      await guess(server, '203.0.113.1')
      server.clock.advance(60_000)
    }
    for (const n of numbers(8)) await guess(server, `203.0.113.${n + 2}`)
    expect(await guess(server, '203.0.113.99')).toBe(429)
    await enter(server, '198.51.100.1')
  })
})

describe('limits for all networks together', () => {
  const register = async ({ app }: TestServer, n: number): Promise<number> => {
    const person = {
      username: `persona${n}`,
      first_name: 'Ana',
      last_name: 'Mora',
      email: 'ana@example.com',
      phone: '1',
    }
    const payload = { ...person, password: PASSWORD, password_confirmation: PASSWORD }
    const remoteAddress = `203.${n}.113.1`
    return (await app.inject({ method: 'POST', url: registerCall.path, payload, remoteAddress })).statusCode
  }

  test('the API limits new accounts from all networks, and existing users still log in', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.001' } })
    const statuses: number[] = []
    for (const n of numbers(5)) statuses.push(await register(server, n))
    expect(statuses).toEqual([201, 201, 201, 429, 429])
    const body = { username: 'persona0', password: PASSWORD }
    await succeed(server, loginCall, { body, remoteAddress: '198.51.100.1' })
  })

  const guessNobody = ({ app }: TestServer, n: number) =>
    app.inject({
      method: 'POST',
      url: loginCall.path,
      payload: { username: `nadie${n}`, password: 'no es' },
      remoteAddress: `203.0.113.${n}`,
    })

  const crowdOut = () => {
    let isOver = false
    const comeAgain = async (): Promise<void> => {
      do await hashPassword(PASSWORD)
      while (!isOver)
    }
    const crowd = Promise.allSettled(numbers(150).map(comeAgain))
    return {
      leave: async () => {
        isOver = true
        const refused = (await crowd).filter(({ status }) => status === 'rejected').length
        return { served: 150 - refused, refused }
      },
    }
  }

  test('when password checks are overloaded, logins answer 503, and succeed after the overload', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const guessAll = () => Promise.all(numbers(20).map((n) => guessNobody(server, n)))
    const crowd = crowdOut()
    for (const answer of await guessAll()) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
      expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
    }
    expect(await crowd.leave()).toEqual({ served: 102, refused: 48 })
    for (const { statusCode } of await guessAll()) expect(statusCode).toBe(400)
    await enter(server, '198.51.100.1')
  })
})

describe('calls that need no session', () => {
  const open = (server: TestServer): Call[] => {
    const rules = server.app.routeTable.flatMap(({ rule, method }) => (rule && method !== 'HEAD' ? [rule] : []))
    return rules.filter(({ access }) => access.kind !== 'session').map(({ call }) => call)
  }

  test('every call is counted by address before other checks, and a /64 network counts as one address', async () => {
    const server = await openTestServer(ONCE)
    const params = { id: 1, fieldId: 1, invitationId: 1 }
    const counted = new Map<string, readonly [first: number, second: number]>()
    for (const call of open(server)) {
      const ask = async (remoteAddress: string) =>
        (await server.app.inject({ method: call.method, url: pathOf(call, params), remoteAddress })).statusCode
      // Some calls share a counter.
      const network = `2001:db8:0:${counted.size.toString(16)}`
      counted.set(call.name, [await ask(`${network}::1`), await ask(`${network}:ffff:ffff:ffff:ffff`)])
    }
    const uncounted = [...counted].filter(([, [first, second]]) => first === 429 || second !== 429)
    expect(uncounted.map(([name]) => name)).toEqual([])
    // About a third of all calls.
    expect(counted.size).toBeGreaterThan(calls.length / 4)
  })

  test('a refused call returns the time to wait', async () => {
    const server = await openTestServer(ONCE)
    await succeed(server, signingAgentCall)
    const refused = await refuse(server, signingAgentCall)
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED', headers: { 'retry-after': '600' } })
  })

  test.each(['/pki/ca', '/pki/crl', '/pki/ocsp/AAAA'])('the API also limits %s by address', async (url) => {
    const { app } = await openTestServer(ONCE)
    await app.inject(url)
    expect((await app.inject(url)).statusCode).toBe(429)
  })
})
