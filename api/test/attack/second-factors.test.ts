import { profileCall } from 'shared/contract'
import {
  addPasskeyCall,
  confirmTotpCall,
  loginCall,
  oauthTokenCall,
  passkeyLoginCall,
  proveIdentityCall,
  provePasskeyCall,
  type SecondStep,
  secondFactorsCall,
  secondStepCall,
  startPasskeyCall,
  startPasskeyLoginCall,
  startPasskeyProofCall,
  startTotpCall,
} from 'shared/contract/accounts'
import { useTotp } from '../../src/domain/accounts/second-factors/codes.ts'
import { totpAt } from '../../src/domain/accounts/second-factors/totp.ts'
import { MINUTE_MS } from '../../src/platform/clock.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { PASSWORD, registerPerson } from '../support/people.ts'
import { prove } from '../support/security.ts'
import { closeTestServers, openTestServer, refuse, succeed, type TestServer } from '../support/test-server.ts'
import { decodeBase32 } from '../support/totp-secret.ts'

afterEach(closeTestServers)

const addPasskey = async (server: TestServer, bearer: string, authenticator = createAuthenticator()) => {
  const body = { proof: await prove(server, bearer) }
  const { token, options } = await succeed(server, startPasskeyCall, { bearer, body })
  const passkey = authenticator.create(options)
  const { recovery_codes } = await succeed(server, addPasskeyCall, { bearer, body: { token, name: 'Llave', passkey } })
  return { authenticator, recovery_codes }
}

const addTotp = async (server: TestServer, bearer: string) => {
  const { secret } = await succeed(server, startTotpCall, { bearer, body: { proof: await prove(server, bearer) } })
  const code = () => totpAt(decodeBase32(secret), server.clock.now())
  const { recovery_codes } = await succeed(server, confirmTotpCall, { bearer, body: { code: code() } })
  server.clock.advance(MINUTE_MS)
  return { code, recovery_codes }
}

const newPerson = async (server: TestServer, username: string): Promise<string> =>
  (await registerPerson(server, username)).access_token

const stepOf = async ({ app }: TestServer, username: string, remoteAddress = '127.0.0.1'): Promise<SecondStep> => {
  const payload = { username, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: loginCall.path, payload, remoteAddress })
  return answer.json().second_step
}

const statusOf = async (
  { app }: TestServer,
  call: { readonly path: string },
  payload: object,
  { bearer, remoteAddress = '127.0.0.1' }: { readonly bearer?: string; readonly remoteAddress?: string } = {},
) => {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const answer = await app.inject({ method: 'POST', url: call.path, payload, headers, remoteAddress })
  return { status: answer.statusCode, code: answer.json().code }
}

const countSessions = async ({ services }: TestServer): Promise<number> =>
  (await services.db.selectFrom('sessions').select('id').execute()).length

describe('guesses of a code', () => {
  const FREE = 10

  test('the wait is one for the account: neither another address, another endpoint nor another success shortens it', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '1' } })
    const bearer = await newPerson(server, 'lucia')
    const { authenticator } = await addPasskey(server, bearer)
    const thief = await newPerson(server, 'pedro')
    const pedros = await addTotp(server, thief)
    const guess = async (number: number) => {
      const remoteAddress = `198.51.${number}.1`
      const { token } = await stepOf(server, 'lucia', remoteAddress)
      return statusOf(server, secondStepCall, { token, code: '000000' }, { remoteAddress })
    }
    for (let number = 0; number < FREE; number += 1) expect((await guess(number)).code).toBe('VALIDATION')
    expect((await guess(FREE)).code).toBe('VALIDATION')
    expect(await guess(FREE + 1)).toEqual({ status: 429, code: 'RATE_LIMITED' })
    // The right password, the owner's passkey, and the thief's own code are successes of other things.
    expect((await stepOf(server, 'lucia')).token).toEqual(expect.any(String))
    const { token, options } = await succeed(server, startPasskeyLoginCall)
    await succeed(server, passkeyLoginCall, { body: { token, passkey: authenticator.use(options) } })
    const own = { token: (await stepOf(server, 'pedro')).token, code: pedros.code() }
    await succeed(server, secondStepCall, { body: own })
    expect(await guess(FREE + 2)).toEqual({ status: 429, code: 'RATE_LIMITED' })
    const proving = await statusOf(server, proveIdentityCall, { password: PASSWORD, code: '000000' }, { bearer })
    expect(proving).toEqual({ status: 429, code: 'RATE_LIMITED' })
  })

  test('one address is counted across all accounts and for codes and passkeys together', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '1' } })
    const passkey = createAuthenticator().use({ challenge: 'AAAA' })
    const asked = [
      [secondStepCall, { token: 'x', code: '000000' }],
      [passkeyLoginCall, { token: 'x', passkey }],
    ] as const
    const remoteAddress = '198.51.100.7'
    const codes: string[] = []
    for (let number = 0; number < 62; number += 1) {
      const [call, body] = asked[number % 2 === 0 ? 0 : 1]
      codes.push((await statusOf(server, call, body, { remoteAddress })).code)
    }
    expect(codes.indexOf('RATE_LIMITED')).toBe(60)
  })

  test('answers at the same instant to one second step are counted before they are checked', async () => {
    const server = await openTestServer()
    await addTotp(server, await newPerson(server, 'lucia'))
    const { token } = await stepOf(server, 'lucia')
    const body = { token, code: '000000' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(server, secondStepCall, body)))
    expect(answers.filter(({ code }) => code === 'SECOND_STEP_EXPIRED')).toHaveLength(15)
  })
})

describe('a code or an answer that is used again', () => {
  test('a TOTP code that opened a session proves no identity, and the other way round', async () => {
    const server = await openTestServer()
    const bearer = await newPerson(server, 'lucia')
    const { code } = await addTotp(server, bearer)
    const used = code()
    await succeed(server, secondStepCall, { body: { token: (await stepOf(server, 'lucia')).token, code: used } })
    const body = { password: PASSWORD, code: used }
    expect((await refuse(server, proveIdentityCall, { bearer, body })).code).toBe('VALIDATION')
    server.clock.advance(MINUTE_MS)
    const next = code()
    await succeed(server, proveIdentityCall, { bearer, body: { password: PASSWORD, code: next } })
    const again = { token: (await stepOf(server, 'lucia')).token, code: next }
    expect((await refuse(server, secondStepCall, { body: again })).code).toBe('VALIDATION')
  })

  test('of checks of one TOTP code that overlap, one succeeds', async () => {
    const server = await openTestServer()
    const { user, access_token } = await registerPerson(server, 'lucia')
    const { code } = await addTotp(server, access_token)
    const { db, factorSecrets, clock } = server.services
    const typed = { userId: user.id, code: code(), now: clock() }
    const checks = await Promise.all([1, 2, 3].map(() => useTotp(db, factorSecrets, typed)))
    expect(checks.filter(Boolean)).toHaveLength(1)
  })

  test.each(['totp', 'recovery'] as const)('the same %s code at the same instant opens one session', async (kind) => {
    const server = await openTestServer()
    const { code, recovery_codes } = await addTotp(server, await newPerson(server, 'lucia'))
    const typed = kind === 'totp' ? code() : (recovery_codes[0] ?? '')
    const steps = await Promise.all([1, 2, 3, 4].map(() => stepOf(server, 'lucia')))
    const before = await countSessions(server)
    const answers = await Promise.all(
      steps.map(({ token }) => statusOf(server, secondStepCall, { token, code: typed })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await countSessions(server)).toBe(before + 1)
  })

  test('the same passkey answer at the same instant opens one session', async () => {
    const server = await openTestServer()
    const { authenticator } = await addPasskey(server, await newPerson(server, 'lucia'))
    const { token, options } = await succeed(server, startPasskeyLoginCall)
    const body = { token, passkey: authenticator.use(options) }
    const before = await countSessions(server)
    const answers = await Promise.all([1, 2, 3, 4].map(() => statusOf(server, passkeyLoginCall, body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countSessions(server)).toBe(before + 1)
  })

  test('a copied authenticator, whose counter stays behind, is refused', async () => {
    const server = await openTestServer()
    const { authenticator } = await addPasskey(server, await newPerson(server, 'lucia'))
    const login = async () => {
      const { token, options } = await succeed(server, startPasskeyLoginCall)
      return statusOf(server, passkeyLoginCall, { token, passkey: authenticator.use(options) })
    }
    authenticator.rewindCounter(40)
    expect(await login()).toMatchObject({ status: 200 })
    for (const count of [40, 7, 0]) {
      authenticator.rewindCounter(count)
      expect(await login()).toMatchObject({ code: 'PASSKEY_INVALID' })
    }
    authenticator.rewindCounter(-1)
    expect(await login()).toMatchObject({ code: 'PASSKEY_INVALID' })
  })
})

describe('passkey ceremonies', () => {
  const open = async () => {
    const server = await openTestServer()
    const lucia = await newPerson(server, 'lucia')
    const { authenticator } = await addPasskey(server, lucia)
    return { server, lucia, authenticator }
  }

  test('a ceremony ends only where it began: login, second step, proof and registration do not mix', async () => {
    const { server, lucia: bearer, authenticator } = await open()
    const proof = await provenByPasskey(server, bearer, authenticator)
    const begin = {
      login: () => succeed(server, startPasskeyLoginCall),
      step: async () => {
        const { token, options } = await stepOf(server, 'lucia')
        return { token, options: options ?? {} }
      },
      proof: () => succeed(server, startPasskeyProofCall, { bearer }),
      add: () => succeed(server, startPasskeyCall, { bearer, body: { proof } }),
    }
    const ends = {
      login: (token: string, passkey: object) => statusOf(server, passkeyLoginCall, { token, passkey }),
      step: (token: string, passkey: object) => statusOf(server, secondStepCall, { token, passkey }),
      proof: (token: string, passkey: object) => statusOf(server, provePasskeyCall, { token, passkey }, { bearer }),
    }
    const opened: string[] = []
    for (const [from, start] of Object.entries(begin))
      for (const [to, finish] of Object.entries(ends)) {
        const { token, options } = await start()
        const { status, code } = await finish(token, authenticator.use(options))
        if (status === 200) opened.push(`${from} ${to}`)
        else expect([from, to, code]).toEqual([from, to, 'SECOND_STEP_EXPIRED'])
      }
    expect(opened).toEqual(['login login', 'step step', 'proof proof'])
    for (const start of [begin.login, begin.step, begin.proof]) {
      const { token, options } = await start()
      const body = { token, name: 'Llave', passkey: createAuthenticator().create(options) }
      expect((await refuse(server, addPasskeyCall, { bearer, body })).code).toBe('SECOND_STEP_EXPIRED')
    }
  })

  const provenByPasskey = async (
    server: TestServer,
    bearer: string,
    authenticator: ReturnType<typeof createAuthenticator>,
  ): Promise<string> => {
    const { token, options } = await succeed(server, startPasskeyProofCall, { bearer })
    const body = { token, passkey: authenticator.use(options) }
    return (await succeed(server, provePasskeyCall, { bearer, body })).proof
  }

  test('an answer for one account or session proves nothing for another', async () => {
    const { server, lucia, authenticator } = await open()
    const pedro = await newPerson(server, 'pedro')
    const pedros = await addPasskey(server, pedro)
    const { token, options } = await succeed(server, startPasskeyProofCall, { bearer: lucia })
    const answer = authenticator.use(options)
    const asPedro = await refuse(server, provePasskeyCall, { bearer: pedro, body: { token, passkey: answer } })
    expect(asPedro.code).toBe('SECOND_STEP_EXPIRED')
    const own = await succeed(server, startPasskeyProofCall, { bearer: pedro })
    for (const passkey of [answer, authenticator.use(own.options), pedros.authenticator.use(options)])
      expect(
        (await refuse(server, provePasskeyCall, { bearer: pedro, body: { token: own.token, passkey } })).code,
      ).toBe('PASSKEY_INVALID')
    const login = await succeed(server, startPasskeyLoginCall)
    await succeed(server, passkeyLoginCall, { body: { ...login, passkey: authenticator.use(login.options) } })
  })

  test('nobody registers the passkey of another account, and its owner still logs in', async () => {
    const { server, authenticator } = await open()
    const pedro = await newPerson(server, 'pedro')
    const body = { proof: await prove(server, pedro) }
    const { token, options } = await succeed(server, startPasskeyCall, { bearer: pedro, body })
    const known = authenticator.create(options)
    const withOwnKey = createAuthenticator(Buffer.from(known.id, 'base64url')).create(options)
    for (const passkey of [known, withOwnKey]) {
      const refused = await refuse(server, addPasskeyCall, { bearer: pedro, body: { token, name: 'Llave', passkey } })
      expect([refused.status < 500, refused.code]).toEqual([true, 'PASSKEY_INVALID'])
    }
    expect((await succeed(server, secondFactorsCall, { bearer: pedro })).passkeys).toEqual([])
    const login = await succeed(server, startPasskeyLoginCall)
    const { user } = await succeed(server, passkeyLoginCall, {
      body: { token: login.token, passkey: authenticator.use(login.options) },
    })
    expect(user.username).toBe('lucia')
  })

  test('a passkey that nobody unlocked neither logs in nor is registered', async () => {
    const { server, lucia: bearer, authenticator } = await open()
    const proof = await provenByPasskey(server, bearer, authenticator)
    authenticator.skipVerification()
    const login = await succeed(server, startPasskeyLoginCall)
    const refused = await refuse(server, passkeyLoginCall, {
      body: { token: login.token, passkey: authenticator.use(login.options) },
    })
    expect(refused.code).toBe('PASSKEY_INVALID')
    const locked = createAuthenticator()
    locked.skipVerification()
    const { token, options } = await succeed(server, startPasskeyCall, { bearer, body: { proof } })
    const body = { token, name: 'Llave', passkey: locked.create(options) }
    expect((await refuse(server, addPasskeyCall, { bearer, body })).code).toBe('PASSKEY_INVALID')
  })
})

describe('skipping the second step', () => {
  test('the token of the second step opens nothing, and no answer is empty, of the wrong factor or left out', async () => {
    const server = await openTestServer()
    await addPasskey(server, await newPerson(server, 'lucia'))
    const { token } = await stepOf(server, 'lucia')
    const before = await countSessions(server)
    expect((await refuse(server, profileCall, { bearer: token })).code).toBe('SESSION_EXPIRED')
    for (const answer of [{}, { code: '' }, { code: '000000' }, { code: null }, { passkey: null }, { passkey: {} }]) {
      const { token: own } = await stepOf(server, 'lucia')
      const { status } = await statusOf(server, secondStepCall, { token: own, ...answer })
      expect([JSON.stringify(answer), status]).toEqual([JSON.stringify(answer), 400])
    }
    const body = { grant_type: 'password', username: 'lucia', password: PASSWORD }
    expect(await refuse(server, oauthTokenCall, { body })).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await countSessions(server)).toBe(before)
  })

  test('an account with a passkey alone proves its identity neither by the password nor by a TOTP code of another', async () => {
    const server = await openTestServer()
    const bearer = await newPerson(server, 'lucia')
    await addPasskey(server, bearer)
    const pedros = await addTotp(server, await newPerson(server, 'pedro'))
    for (const code of ['', '000000', pedros.code(), pedros.recovery_codes[0] ?? ''])
      expect((await refuse(server, proveIdentityCall, { bearer, body: { password: PASSWORD, code } })).code).toBe(
        'VALIDATION',
      )
    expect((await refuse(server, startTotpCall, { bearer, body: { proof: '' } })).status).toBeGreaterThanOrEqual(400)
  })
})
