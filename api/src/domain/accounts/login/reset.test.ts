import type { KyselyPlugin } from 'kysely'
import { profileCall, refreshCall } from 'shared/contract'
import {
  confirmEmailCall,
  loginCall,
  passwordResetCall,
  passwordResetConfirmCall,
  registerCall,
} from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import { askEmailChange, confirmToken } from '../../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'
import type { StoredMail } from '../../../platform/mail/transport.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { RESET_CODE_LIFE } from '../users/constants.ts'
import { confirmReset } from './confirm-reset.ts'
import { requestReset } from './request-reset.ts'

afterEach(closeTestServers)

const EMAIL = 'lucia@example.com'
const NEW_PASSWORD = 'otra clave larga'

const register = (server: TestServer, username: string, email: string) =>
  succeed(server, registerCall, {
    body: {
      username,
      first_name: 'Lucía',
      last_name: 'Mora',
      email,
      phone: '+506 8888-8888',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    },
  })

const confirmAddresses = async ({ services }: TestServer, ...usernames: readonly string[]): Promise<void> => {
  const { db, clock } = services
  await db.updateTable('users').set({ email_verified_at: clock() }).where('username', 'in', usernames).execute()
}

const mailsOf = (server: TestServer, kind: StoredMail['kind']): Promise<StoredMail[]> =>
  server.services.db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('created_at').execute()

const codesIn = (mail: StoredMail | undefined): string[] => mail?.text_body.match(/\b\d{6}\b/g) ?? []

const requestCodes = async (server: TestServer, email = EMAIL): Promise<string[]> => {
  await succeed(server, passwordResetCall, { body: { email } })
  await server.resetMailer.tick()
  return codesIn((await mailsOf(server, 'reset-code')).at(-1))
}

const requestCode = async (server: TestServer, email = EMAIL): Promise<string> =>
  (await requestCodes(server, email))[0] ?? ''

const confirmation = (code: string, email = EMAIL, remoteAddress = '10.0.0.1') => ({
  body: { email, code, new_password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
  remoteAddress,
})
const confirm = (server: TestServer, code: string, email?: string) =>
  succeed(server, passwordResetConfirmCall, confirmation(code, email))
const refuseCode = (server: TestServer, code: string, email?: string, address?: string) =>
  refuse(server, passwordResetConfirmCall, confirmation(code, email, address))

const otherThan = (code: string, step = 1): string => String((Number(code) + step) % 1_000_000).padStart(6, '0')

describe('section 4: password recovery', () => {
  test('a mailed code sets a new password and opens a session', async () => {
    const server = await openTestServer()
    const { user } = await registerPerson(server, 'lucia')
    const session = await confirm(server, await requestCode(server, 'Lucia@Example.com'))
    expect(session).toMatchObject({ token_type: 'Bearer', expires_in: 1800, scope: 'read write', user })
    await succeed(server, profileCall, { bearer: session.access_token })
    await succeed(server, loginCall, { body: { username: 'lucia', password: NEW_PASSWORD } })
    const old = { username: 'lucia', password: PASSWORD }
    expect((await refuse(server, loginCall, { body: old })).code).toBe('INVALID_CREDENTIALS')
  })

  test('a reset code ends every session of the account and no session of other accounts', async () => {
    const server = await openTestServer()
    const sessions = [
      await registerPerson(server, 'lucia'),
      await succeed(server, loginCall, { body: { username: 'lucia', password: PASSWORD } }),
    ]
    const stranger = await registerPerson(server, 'elena')
    await confirm(server, await requestCode(server))
    for (const { access_token, refresh_token } of sessions) {
      expect((await refuse(server, profileCall, { bearer: access_token })).code).toBe('SESSION_EXPIRED')
      expect((await refuse(server, refreshCall, { body: { refresh_token } })).code).toBe('SESSION_EXPIRED')
    }
    await succeed(server, profileCall, { bearer: stranger.access_token })
  })

  test('a changed password sends the owner a mail with the username and the reset address', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    await confirm(server, await requestCode(server))
    const [mail] = await mailsOf(server, 'password-changed')
    expect(mail).toMatchObject({ to_address: EMAIL, subject: 'Se cambió tu contraseña de Trazo' })
    expect(mail?.text_body).toContain('Usuario: lucia')
    expect(mail?.text_body).toContain('https://trazo.example/forgot-password')
  })

  test('the reset mail has the code in its text and HTML, not in its subject, and leaves through the relay', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    await confirmAddresses(server, 'lucia')
    const code = await requestCode(server)
    await server.relay.tick()
    const [envelope, ...others] = server.delivered
    expect(others).toEqual([])
    expect(envelope?.mail).toMatchObject({
      to_address: EMAIL,
      to_name: 'María José Núñez',
      subject: 'Tu código para restablecer la contraseña de Trazo',
    })
    for (const body of [envelope?.mail.text_body, envelope?.mail.html_body]) {
      expect(body).toContain('«lucia»')
      expect(body).toContain(code)
      expect(body).toContain('hora de Costa Rica')
      expect(body).toContain('https://trazo.example/reset-password?email=lucia%40example.com')
    }
  })
})

describe('section 9: the reset code', () => {
  test('the reset code has six digits and is stored only as a keyed hash', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const code = await requestCode(server)
    expect(code).toMatch(/^\d{6}$/)
    const { db, resetCodes } = server.services
    const [row] = await db.selectFrom('reset_codes').selectAll().execute()
    expect(row?.code_hash).toBe(resetCodes.hash(row?.request_id ?? 0, code))
    expect(row?.code_hash).toMatch(/^[\da-f]{64}$/)
  })

  test('the reset code works for ten minutes', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const late = await requestCode(server)
    server.clock.advance(RESET_CODE_LIFE)
    expect((await refuseCode(server, late)).code).toBe('RESET_CODE_INVALID')
    const inTime = await requestCode(server)
    server.clock.advance(RESET_CODE_LIFE - 1)
    await confirm(server, inTime)
  })

  test('the reset code works once', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const code = await requestCode(server)
    await confirm(server, code)
    expect(await refuseCode(server, code)).toMatchObject({ status: 400, code: 'RESET_CODE_INVALID' })
  })

  test('when three requests use one reset code simultaneously, only one changes the password', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const payload = confirmation(await requestCode(server)).body
    const send = () => server.app.inject({ method: 'POST', url: passwordResetConfirmCall.path, payload })
    const statuses = (await Promise.all([send(), send(), send()])).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 400, 400])
    expect(await mailsOf(server, 'password-changed')).toHaveLength(1)
  })

  test('the API refuses the correct reset code after five wrong attempts from any addresses', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const code = await requestCode(server)
    for (const n of [1, 2, 3, 4]) await refuseCode(server, otherThan(code, n), EMAIL, `10.0.0.${n}`)
    await confirm(server, code)
    const next = await requestCode(server)
    for (const n of [1, 2, 3, 4, 5]) await refuseCode(server, otherThan(next, n), EMAIL, `10.0.0.${n}`)
    expect((await refuseCode(server, next)).code).toBe('RESET_CODE_INVALID')
  })

  test('after five simultaneous wrong attempts, the API refuses the correct reset code', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const code = await requestCode(server)
    await Promise.all([1, 2, 3, 4, 5].map((n) => refuseCode(server, otherThan(code, n))))
    expect((await refuseCode(server, code)).code).toBe('RESET_CODE_INVALID')
  })

  test('a new reset request voids the previous code and allows new attempts', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const first = await requestCode(server)
    for (const n of [1, 2, 3, 4]) await refuseCode(server, otherThan(first, n))
    await succeed(server, passwordResetCall, { body: { email: EMAIL } })
    expect((await refuseCode(server, first)).code).toBe('RESET_CODE_INVALID')
    await server.resetMailer.tick()
    const second = codesIn((await mailsOf(server, 'reset-code')).at(-1))[0] ?? ''
    for (const n of [1, 2, 3]) await refuseCode(server, otherThan(second, n))
    await confirm(server, second)
  })

  test('the API refuses the reset code after the account has changed its e-mail', async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'lucia')
    const code = await requestCode(server)
    await askEmailChange(server, bearer, 'nueva@example.com')
    const token = await confirmToken(server, 'nueva@example.com')
    await succeed(server, confirmEmailCall, { body: { token } })
    for (const email of [EMAIL, 'nueva@example.com'])
      expect((await refuseCode(server, code, email)).code).toBe('RESET_CODE_INVALID')
  })

  test('the reset mailer deletes expired codes and requests', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    await requestCode(server)
    await succeed(server, passwordResetCall, { body: { email: 'nadie@example.com' } })
    server.clock.advance(RESET_CODE_LIFE)
    await server.resetMailer.tick()
    const { db } = server.services
    expect(await db.selectFrom('reset_requests').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('reset_codes').selectAll().execute()).toEqual([])
    expect(await server.resetMailer.tick()).toBe(0)
  })
})

describe('section 5: input that the API refuses before it checks the reset code', () => {
  test.each([
    ['no e-mail', { email: '' }, 'Email no encontrado. Por favor, solicita un nuevo código.'],
    ['no code', { code: '' }, 'El código de verificación es requerido'],
    ['a short code', { code: '12345' }, 'El código debe tener 6 dígitos'],
    ['no password', { new_password: '' }, 'La nueva contraseña es requerida'],
    ['a short password', { new_password: 'corta' }, 'La contraseña debe tener al menos 8 caracteres'],
    ['another confirmation', { password_confirmation: 'otra' }, 'Las contraseñas no coinciden'],
  ])('a confirmation with %s uses none of the five attempts', async (_, change, message) => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const code = await requestCode(server)
    const { body } = confirmation(code)
    for (const _attempt of [1, 2, 3, 4, 5, 6])
      expect((await refuse(server, passwordResetConfirmCall, { body: { ...body, ...change } })).message).toBe(message)
    await confirm(server, code)
  })

  test.each([
    ['nothing', '', 'Por favor ingresa tu email'],
    ['no address', 'lucia', 'El email no es válido'],
  ])('the API refuses a reset request with %s as its e-mail', async (_, email, message) => {
    const server = await openTestServer()
    expect(await refuse(server, passwordResetCall, { body: { email } })).toMatchObject({ code: 'VALIDATION', message })
  })
})

describe('several accounts with one e-mail', () => {
  test('several accounts with one e-mail get one mail with a code each, and each code opens its own account', async () => {
    const server = await openTestServer()
    for (const name of ['lucia', 'lucia-trabajo']) await register(server, name, EMAIL)
    await confirmAddresses(server, 'lucia', 'lucia-trabajo')
    const codes = await requestCodes(server)
    const [mail, ...others] = await mailsOf(server, 'reset-code')
    expect(others).toEqual([])
    expect(new Set(codes).size).toBe(2)
    const work = /«lucia-trabajo»: (\d{6})/.exec(mail?.text_body ?? '')?.[1] ?? ''
    expect((await confirm(server, work)).user.username).toBe('lucia-trabajo')
    await succeed(server, loginCall, { body: { username: 'lucia', password: PASSWORD } })
    const own = /«lucia»: (\d{6})/.exec(mail?.text_body ?? '')?.[1] ?? ''
    expect((await confirm(server, own)).user.username).toBe('lucia')
  })

  test('several accounts with one e-mail share the five attempts', async () => {
    const server = await openTestServer()
    for (const name of ['lucia', 'lucia-trabajo']) await register(server, name, EMAIL)
    const codes = await requestCodes(server)
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].filter(
      (c) => !codes.includes(c),
    )
    for (const code of wrong.slice(0, 5)) await refuseCode(server, code)
    for (const code of codes) expect((await refuseCode(server, code)).code).toBe('RESET_CODE_INVALID')
  })

  test('reset codes go only to the exact address of the account, not to a look-alike address', async () => {
    const server = await openTestServer()
    await register(server, 'lucia', 'lucia@kiosko.example')
    // U+212A, the Kelvin sign: its lower case is k.
    await register(server, 'ladrona', 'lucia@\u212Aiosko.example')
    await confirmAddresses(server, 'lucia', 'ladrona')
    await requestCodes(server, 'lucia@kiosko.example')
    const mails = await mailsOf(server, 'reset-code')
    const text = (address: string) => mails.filter((mail) => mail.to_address === address).map((mail) => mail.text_body)
    expect(text('lucia@kiosko.example').join()).toMatch(/«lucia»: \d{6}\n/)
    expect(text('lucia@kiosko.example').join()).not.toContain('ladrona')
    expect(
      mails
        .filter((mail) => mail.to_address !== 'lucia@kiosko.example')
        .map((mail) => mail.text_body)
        .join(),
    ).not.toMatch(/«lucia»/)
  })
})

describe('no response reveals whether an e-mail has an account', () => {
  const statementsOf = async (
    services: ApiServices,
    work: (services: ApiServices) => Promise<unknown>,
  ): Promise<string[]> => {
    const statements: string[] = []
    const recorder: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        statements.push(services.db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await work({ ...services, db: services.db.withPlugin(recorder) })
    return statements
  }

  test('a reset request runs one identical statement for known and unknown e-mails and reads no user', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const known = await statementsOf(server.services, (services) => requestReset(services, EMAIL))
    const unknown = await statementsOf(server.services, (services) => requestReset(services, 'nadie@example.com'))
    expect(known).toEqual(unknown)
    expect(known).toHaveLength(1)
    expect(known.join()).not.toContain('users')
  })

  test('a reset request returns the same response for a known and an unknown e-mail', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    const answers = [EMAIL, 'nadie@example.com'].map((email) => succeed(server, passwordResetCall, { body: { email } }))
    const expected = { success: true, message: 'Se ha enviado un código de verificación a tu email' }
    expect(await Promise.all(answers)).toEqual([expected, expected])
    await server.resetMailer.tick()
    expect((await mailsOf(server, 'reset-code')).map((mail) => mail.to_address)).toEqual([EMAIL])
  })

  test('a wrong code gets the same statements and response with or without an account or a request', async () => {
    const server = await openTestServer()
    for (const name of ['lucia', 'elena']) await registerPerson(server, name)
    const code = await requestCode(server)
    await requestReset(server.services, 'nadie@example.com')
    const seen: unknown[] = []
    for (const email of [EMAIL, 'elena@example.com', 'nadie@example.com', 'ninguna@example.com']) {
      const { body } = confirmation(otherThan(code), email)
      const errors: unknown[] = []
      const statements = await statementsOf(server.services, (services) =>
        confirmReset(services, body).catch((error: unknown) => errors.push(error)),
      )
      expect(errors).toEqual([expect.objectContaining({ code: 'RESET_CODE_INVALID' })])
      const { status, code: answered, message } = await refuseCode(server, otherThan(code), email)
      seen.push({ statements, status, answered, message })
    }
    expect(seen).toEqual([seen[0], seen[0], seen[0], seen[0]])
  })
})

describe('limits of password recovery', () => {
  test('the API limits reset requests for one e-mail from one address and states the wait', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.4' } })
    const ask = { body: { email: 'nadie@example.com' }, remoteAddress: '10.0.0.1' }
    await succeed(server, passwordResetCall, ask)
    await succeed(server, passwordResetCall, ask)
    server.clock.advance(60_000)
    expect(await refuse(server, passwordResetCall, ask)).toMatchObject({
      status: 429,
      message: 'Demasiados intentos. Espera 9 minutos y vuelve a intentarlo.',
      headers: { 'retry-after': '540' },
    })
  })

  test('reset requests for one e-mail from many addresses must wait longer each time, up to one hour', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '1' } })
    let address = 0
    const ask = () => {
      address += 1
      return { body: { email: EMAIL }, remoteAddress: `10.0.0.${address}` }
    }
    for (const _ of [1, 2, 3]) await succeed(server, passwordResetCall, ask())
    const waits: unknown[] = []
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await succeed(server, passwordResetCall, ask())
      const { headers } = await refuse(server, passwordResetCall, ask())
      waits.push(Number(headers['retry-after']) / 60)
      server.clock.advance(Number(headers['retry-after']) * 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('the API limits reset requests from one address for many e-mails', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.1' } })
    const ask = (n: number) => ({ body: { email: `persona${n}@example.com` } })
    for (const n of [1, 2]) await succeed(server, passwordResetCall, ask(n))
    expect((await refuse(server, passwordResetCall, ask(3))).code).toBe('RATE_LIMITED')
  })

  test('the API limits reset confirmations from one address, for one e-mail and for many', async () => {
    const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.1' } })
    expect((await refuseCode(server, '000000')).code).toBe('RESET_CODE_INVALID')
    expect((await refuseCode(server, '000000')).code).toBe('RATE_LIMITED')
    for (const n of [1, 2, 3, 4])
      expect((await refuseCode(server, '000000', `persona${n}@example.com`)).code).toBe('RESET_CODE_INVALID')
    expect((await refuseCode(server, '000000', 'otra@example.com')).code).toBe('RATE_LIMITED')
  })
})
