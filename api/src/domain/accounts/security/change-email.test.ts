import { profileCall, refreshCall } from 'shared/contract'
import {
  cancelEmailChangeCall,
  changeEmailCall,
  changePasswordCall,
  confirmEmailCall,
  loginCall,
  passwordResetCall,
  passwordResetConfirmCall,
  proveIdentityCall,
  requestEmailConfirmationCall,
  securityLogCall,
  securityStateCall,
  undoEmailChangeCall,
  updateProfileCall,
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

afterEach(closeTestServers)

const OLD = 'elena@example.com'
const NEW = 'nueva@example.com'
const DAY = 86_400_000

const start = async (options = {}) => {
  const server = await openTestServer(options)
  const { access_token: bearer } = await registerPerson(server, 'elena')
  return { server, bearer }
}
const emailOf = async (server: TestServer, bearer: string) => (await succeed(server, profileCall, { bearer })).email
const enter = (server: TestServer, password = PASSWORD) =>
  succeed(server, loginCall, { body: { username: 'elena', password } })
const kinds = async (server: TestServer, address: string) =>
  (await server.services.db.selectFrom('outbox').select('kind').where('to_address', '=', address).execute())
    .map(({ kind }) => kind)
    .sort()

describe('a stolen access token', () => {
  test('a stolen access token cannot change the e-mail through the profile or without a proof', async () => {
    const { server, bearer } = await start()
    await refuse(server, updateProfileCall, { bearer, body: { email: NEW } })
    for (const proof of ['', 'inventado'])
      expect((await refuse(server, changeEmailCall, { bearer, body: { email: NEW, proof } })).code).toBe(
        'IDENTITY_NEEDED',
      )
    expect(await emailOf(server, bearer)).toBe(OLD)
    expect(await kinds(server, NEW)).toEqual([])
  })

  test('a stolen access token gets no proof without the password, and the API limits the attempts', async () => {
    const { server, bearer } = await start({ variables: { RATE_LIMIT_FACTOR: '0.2' } })
    const guess = () => refuse(server, proveIdentityCall, { bearer, body: { password: 'adivinada' } })
    expect(await guess()).toMatchObject({ code: 'PASSWORD_WRONG', fields: { password: expect.any(String) } })
    await guess()
    expect((await guess()).code).toBe('RATE_LIMITED')
  })

  test('the API refuses an e-mail change with another session’s proof or an expired proof', async () => {
    const { server, bearer } = await start()
    const proof = await prove(server, bearer)
    const stolen = (await enter(server)).access_token
    expect((await refuse(server, changeEmailCall, { bearer: stolen, body: { email: NEW, proof } })).code).toBe(
      'IDENTITY_NEEDED',
    )
    server.clock.advance(300_000)
    expect((await refuse(server, changeEmailCall, { bearer, body: { email: NEW, proof } })).code).toBe(
      'IDENTITY_NEEDED',
    )
  })
})

test('an e-mail change takes effect when the new address confirms, and the old address gets mails', async () => {
  const { server, bearer } = await start()
  await askEmailChange(server, bearer, NEW)
  expect(await emailOf(server, bearer)).toBe(OLD)
  expect(await kinds(server, OLD)).toEqual(['account-changed'])
  const state = { email: OLD, email_verified: false, pending_email: NEW }
  expect(await succeed(server, securityStateCall, { bearer })).toEqual(state)

  const token = await confirmToken(server, NEW)
  expect(await succeed(server, confirmEmailCall, { body: { token } })).toEqual({ success: true, email: NEW })
  expect(await emailOf(server, bearer)).toBe(NEW)
  expect(await succeed(server, securityStateCall, { bearer })).toEqual({
    email: NEW,
    email_verified: true,
    pending_email: null,
  })
  expect(await kinds(server, OLD)).toEqual(['account-changed', 'email-changed'])
  expect((await refuse(server, confirmEmailCall, { body: { token } })).code).toBe('EMAIL_LINK_INVALID')
})

test('a confirmation link is invalid after a day, and once the change is replaced or cancelled', async () => {
  const { server, bearer } = await start()
  await askEmailChange(server, bearer, NEW)
  const replaced = await confirmToken(server, NEW)
  await askEmailChange(server, bearer, 'tercera@example.com')
  const cancelled = await confirmToken(server, 'tercera@example.com')
  await succeed(server, cancelEmailChangeCall, { bearer })
  await askEmailChange(server, bearer, 'cuarta@example.com')
  const late = await confirmToken(server, 'cuarta@example.com')
  server.clock.advance(DAY)
  for (const token of [replaced, cancelled, late])
    expect((await refuse(server, confirmEmailCall, { body: { token } })).code).toBe('EMAIL_LINK_INVALID')
})

describe('undoing an e-mail change from the old address', () => {
  const moved = async () => {
    const { server, bearer } = await start()
    await askEmailChange(server, bearer, NEW)
    await succeed(server, confirmEmailCall, { body: { token: await confirmToken(server, NEW) } })
    return { server, bearer, undo: await undoToken(server, OLD) }
  }

  test('the undo link works for seven days, ends all sessions and disables the password', async () => {
    const { server, bearer, undo } = await moved()
    server.clock.advance(7 * DAY - 1)
    const { access_token: thief, refresh_token } = await enter(server)
    expect(await succeed(server, undoEmailChangeCall, { body: { token: undo } })).toEqual({ success: true, email: OLD })
    for (const token of [bearer, thief])
      expect((await refuse(server, profileCall, { bearer: token })).code).toBe('SESSION_EXPIRED')
    expect((await refuse(server, refreshCall, { body: { refresh_token } })).code).toBe('SESSION_EXPIRED')
    const body = { username: 'elena', password: PASSWORD }
    expect((await refuse(server, loginCall, { body })).code).toBe('INVALID_CREDENTIALS')
    expect((await refuse(server, undoEmailChangeCall, { body: { token: undo } })).code).toBe('EMAIL_LINK_INVALID')
  })

  test('the undo link expires after seven days', async () => {
    const { server, undo } = await moved()
    server.clock.advance(7 * DAY)
    expect((await refuse(server, undoEmailChangeCall, { body: { token: undo } })).code).toBe('EMAIL_LINK_INVALID')
  })

  test('the undo link also works after a second e-mail change and voids the undo link of that change', async () => {
    const { server, bearer, undo } = await moved()
    server.clock.advance(1)
    await askEmailChange(server, bearer, 'tercera@example.com')
    await succeed(server, confirmEmailCall, { body: { token: await confirmToken(server, 'tercera@example.com') } })
    const thiefs = await undoToken(server, NEW)
    expect((await succeed(server, undoEmailChangeCall, { body: { token: undo } })).email).toBe(OLD)
    expect((await refuse(server, undoEmailChangeCall, { body: { token: thiefs } })).code).toBe('EMAIL_LINK_INVALID')
  })

  test('after the undo, a reset code to the old address lets the owner log in', async () => {
    const { server, undo } = await moved()
    await succeed(server, undoEmailChangeCall, { body: { token: undo } })
    await succeed(server, passwordResetCall, { body: { email: OLD } })
    await server.resetMailer.tick()
    const mail = await server.services.db
      .selectFrom('outbox')
      .select('text_body')
      .where('kind', '=', 'reset-code')
      .executeTakeFirstOrThrow()
    const code = /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? ''
    const password = 'otra clave larga'
    const body = { email: OLD, code, new_password: password, password_confirmation: password }
    await succeed(server, passwordResetConfirmCall, { body })
    await enter(server, password)
  })
})

describe('changing the password', () => {
  const next = { new_password: 'una clave nueva', password_confirmation: 'una clave nueva' }

  test('changing the password requires a proof, ends every session and opens a new one', async () => {
    const { server, bearer } = await start()
    const other = await enter(server)
    expect((await refuse(server, changePasswordCall, { bearer, body: { ...next, proof: 'x' } })).code).toBe(
      'IDENTITY_NEEDED',
    )
    const session = await succeed(server, changePasswordCall, {
      bearer,
      body: { ...next, proof: await prove(server, bearer) },
    })
    expect(await emailOf(server, session.access_token)).toBe(OLD)
    for (const token of [bearer, other.access_token])
      expect((await refuse(server, profileCall, { bearer: token })).code).toBe('SESSION_EXPIRED')
    const { refresh_token } = other
    expect((await refuse(server, refreshCall, { body: { refresh_token } })).code).toBe('SESSION_EXPIRED')
    await enter(server, next.new_password)
    expect(await kinds(server, OLD)).toEqual(['account-changed'])
  })

  test('changing the password cancels a pending e-mail change', async () => {
    const { server, bearer } = await start()
    await askEmailChange(server, bearer, NEW)
    const token = await confirmToken(server, NEW)
    await succeed(server, changePasswordCall, { bearer, body: { ...next, proof: await prove(server, bearer) } })
    expect((await refuse(server, confirmEmailCall, { body: { token } })).code).toBe('EMAIL_LINK_INVALID')
  })
})

test('the API limits the number of e-mail changes', async () => {
  const { server, bearer } = await start({ variables: { RATE_LIMIT_FACTOR: '0.4' } })
  const proof = await prove(server, bearer)
  const change = (n: number) => ({ bearer, body: { email: `elena${n}@example.com`, proof } })
  for (const n of [1, 2]) await succeed(server, changeEmailCall, change(n))
  expect(await refuse(server, changeEmailCall, change(3))).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Demasiados intentos. Espera 24 horas y vuelve a intentarlo.',
  })
})

test('an account can confirm its current address, and the security log records the confirmation', async () => {
  const { server, bearer } = await start()
  await succeed(server, requestEmailConfirmationCall, { bearer })
  await succeed(server, confirmEmailCall, { body: { token: await confirmToken(server, OLD) } })
  expect((await succeed(server, securityStateCall, { bearer })).email_verified).toBe(true)
  const log = await succeed(server, securityLogCall, { bearer })
  expect(log.map(({ text }) => text)).toContain(`Se confirmó el email ${OLD}`)
})
