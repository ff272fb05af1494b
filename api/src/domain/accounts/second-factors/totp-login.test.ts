import { profileCall } from 'shared/contract'
import {
  changeEmailCall,
  confirmEmailCall,
  confirmTotpCall,
  loginCall,
  newRecoveryCodesCall,
  oauthTokenCall,
  passwordResetCall,
  passwordResetConfirmCall,
  proveIdentityCall,
  removeTotpCall,
  type SecondStep,
  secondFactorsCall,
  secondStepCall,
  securityLogCall,
  startTotpCall,
  undoEmailChangeCall,
} from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import { askEmailChange, confirmToken, prove, undoToken } from '../../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'
import { decodeBase32 } from '../../../../test/support/totp-secret.ts'
import { totpAt } from './totp.ts'

afterEach(closeTestServers)

const credentials = { username: 'lucia', password: PASSWORD }

const start = async (variables = {}) => {
  const server = await openTestServer({ variables })
  const { access_token: bearer } = await registerPerson(server, 'lucia')
  const { secret } = await succeed(server, startTotpCall, { bearer, body: { proof: await prove(server, bearer) } })
  const code = () => totpAt(decodeBase32(secret), server.clock.now())
  const { recovery_codes } = await succeed(server, confirmTotpCall, { bearer, body: { code: code() } })
  server.clock.advance(60_000)
  return { server, bearer, code, recovery_codes }
}

const login = async ({ app }: TestServer): Promise<SecondStep> => {
  const response = await app.inject({ method: 'POST', url: loginCall.path, payload: credentials })
  expect(response.statusCode).toBe(401)
  const body = response.json()
  expect(body.code).toBe('SECOND_FACTOR_NEEDED')
  expect(body).not.toHaveProperty('access_token')
  return body.second_step
}

const step = async (server: TestServer, code: string) => ({ body: { token: (await login(server)).token, code } })

test('an account without a second factor logs in with exactly the specified response', async () => {
  const server = await openTestServer()
  await registerPerson(server, 'lucia')
  expect(Object.keys(await succeed(server, loginCall, { body: credentials })).sort()).toEqual([
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
    'user',
  ])
})

test('with an authenticator app, login requires its code and the password alone opens no session', async () => {
  const { server, code } = await start()
  const { access_token: bearer } = await succeed(server, secondStepCall, await step(server, code()))
  expect(await succeed(server, profileCall, { bearer })).toMatchObject({ username: 'lucia' })
})

test('a TOTP code works once, also across several logins', async () => {
  const { server, code } = await start()
  const used = code()
  await succeed(server, secondStepCall, await step(server, used))
  expect((await refuse(server, secondStepCall, await step(server, used))).code).toBe('VALIDATION')
})

test('a second step allows five attempts, and the API limits the attempts of an account', async () => {
  const { server, code } = await start({ RATE_LIMIT_FACTOR: '1' })
  const { token } = await login(server)
  for (const _ of [1, 2, 3, 4, 5])
    expect((await refuse(server, secondStepCall, { body: { token, code: 'no' } })).fields).toHaveProperty('code')
  expect((await refuse(server, secondStepCall, { body: { token, code: code() } })).code).toBe('SECOND_STEP_EXPIRED')
  const other = await login(server)
  for (const _ of [1, 2, 3, 4, 5]) await refuse(server, secondStepCall, { body: { token: other.token, code: 'no' } })
  await refuse(server, secondStepCall, await step(server, 'no'))
  expect((await refuse(server, secondStepCall, await step(server, code()))).code).toBe('RATE_LIMITED')
})

test('a second step lasts ten minutes and opens one session', async () => {
  const { server, code } = await start()
  const late = await step(server, '')
  server.clock.advance(600_000)
  expect((await refuse(server, secondStepCall, { body: { ...late.body, code: code() } })).code).toBe(
    'SECOND_STEP_EXPIRED',
  )
  const once = await step(server, code())
  await succeed(server, secondStepCall, once)
  server.clock.advance(60_000)
  expect((await refuse(server, secondStepCall, { body: { ...once.body, code: code() } })).code).toBe(
    'SECOND_STEP_EXPIRED',
  )
})

test('a recovery code works once, in any case or spacing, and its use is in the security log', async () => {
  const { server, bearer, recovery_codes } = await start()
  expect(recovery_codes).toHaveLength(10)
  const typed = (recovery_codes[0] ?? '').toUpperCase().replace('-', ' ')
  await succeed(server, secondStepCall, await step(server, typed))
  expect((await refuse(server, secondStepCall, await step(server, typed))).code).toBe('VALIDATION')
  expect((await succeed(server, secondFactorsCall, { bearer })).recovery_codes_left).toBe(9)
  const log = await succeed(server, securityLogCall, { bearer })
  expect(log.map(({ text }) => text)).toContain('Se usó un código de recuperación')
})

test('new recovery codes replace the old ones', async () => {
  const { server, bearer, code, recovery_codes } = await start()
  const { proof } = await succeed(server, proveIdentityCall, { bearer, body: { password: PASSWORD, code: code() } })
  const renewed = await succeed(server, newRecoveryCodesCall, { bearer, body: { proof } })
  expect((await refuse(server, secondStepCall, await step(server, recovery_codes[0] ?? ''))).code).toBe('VALIDATION')
  await succeed(server, secondStepCall, await step(server, renewed.recovery_codes[0] ?? ''))
})

test('the password alone neither proves the identity nor removes the authenticator app', async () => {
  const { server, bearer, code } = await start()
  const refused = await refuse(server, proveIdentityCall, { bearer, body: { password: PASSWORD } })
  expect(refused).toMatchObject({ code: 'VALIDATION', fields: { code: expect.any(String) } })
  for (const [call, body] of [
    [removeTotpCall, { proof: 'x' }],
    [startTotpCall, { proof: 'x' }],
    [newRecoveryCodesCall, { proof: 'x' }],
    [changeEmailCall, { proof: 'x', email: 'otra@example.com' }],
  ] as const)
    expect((await refuse(server, call, { bearer, body })).code).toBe('IDENTITY_NEEDED')
  const { proof } = await succeed(server, proveIdentityCall, { bearer, body: { password: PASSWORD, code: code() } })
  await succeed(server, removeTotpCall, { bearer, body: { proof } })
  expect(await succeed(server, secondFactorsCall, { bearer })).toEqual({
    totp: false,
    passkeys: [],
    recovery_codes_left: 0,
  })
  await succeed(server, loginCall, { body: credentials })
})

test('login requires no code while the authenticator app is unconfirmed', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'lucia')
  await succeed(server, startTotpCall, { bearer, body: { proof: await prove(server, bearer) } })
  await succeed(server, loginCall, { body: credentials })
})

const codeOfMail = async (server: TestServer, email: string): Promise<string> => {
  await succeed(server, passwordResetCall, { body: { email } })
  await server.resetMailer.tick()
  const mail = await server.services.db
    .selectFrom('outbox')
    .select('text_body')
    .where('kind', '=', 'reset-code')
    .executeTakeFirstOrThrow()
  return /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? ''
}

test('after a password reset by mail, the API still requires the second step', async () => {
  const { server, bearer, code } = await start()
  const email = 'lucia@example.com'
  const password = 'una clave nueva'
  const body = { email, code: await codeOfMail(server, email), new_password: password, password_confirmation: password }
  const response = await server.app.inject({ method: 'POST', url: passwordResetConfirmCall.path, payload: body })
  expect(response.json()).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' })
  expect((await refuse(server, profileCall, { bearer })).code).toBe('SESSION_EXPIRED')
  const { token } = response.json().second_step
  await succeed(server, secondStepCall, { body: { token, code: code() } })
})

test('undoing an e-mail change removes the second factors that were added since', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'lucia')
  await askEmailChange(server, bearer, 'ladron@example.com')
  await succeed(server, confirmEmailCall, { body: { token: await confirmToken(server, 'ladron@example.com') } })
  const undo = await undoToken(server, 'lucia@example.com')
  server.clock.advance(1000)
  const { secret } = await succeed(server, startTotpCall, { bearer, body: { proof: await prove(server, bearer) } })
  await succeed(server, confirmTotpCall, { bearer, body: { code: totpAt(decodeBase32(secret), server.clock.now()) } })
  await succeed(server, undoEmailChangeCall, { body: { token: undo } })
  for (const table of ['totp_factors', 'recovery_codes'] as const)
    expect(await server.services.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('the OAuth password grant refuses an account with a second factor', async () => {
  const { server } = await start()
  const body = { grant_type: 'password', ...credentials }
  expect(await refuse(server, oauthTokenCall, { body })).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('the database stores the TOTP secret encrypted for its account', async () => {
  const { server } = await start()
  const [factor] = await server.services.db.selectFrom('totp_factors').selectAll().execute()
  expect(factor?.secret).toMatch(/^[\w-]{64}$/)
  expect(server.services.factorSecrets.open(factor?.user_id ?? 0, factor?.secret ?? '')).toHaveLength(20)
  expect(() => server.services.factorSecrets.open(1, factor?.secret ?? '')).toThrow()
})
