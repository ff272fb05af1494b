import { loginCall, passwordResetCall, passwordResetConfirmCall } from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../../test/support/test-server.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'

afterEach(closeTestServers)

const EMAIL = 'lucia@example.com'
const NEW_PASSWORD = 'otra clave larga'
const DAY_ONE = Date.UTC(2026, 0, 1, 18)

const claim = async (
  { services }: TestServer,
  username: string,
  {
    at,
    email = EMAIL,
    verified = null,
  }: { readonly at: number; readonly email?: string; readonly verified?: number | null },
): Promise<void> => {
  const values = { email, email_key: EMAIL, created_at: at, email_verified_at: verified }
  await services.db.updateTable('users').set(values).where('username', '=', username).execute()
}

const addClaims = async ({ services: { db } }: TestServer, count: number, at: number): Promise<void> => {
  const row = await db.selectFrom('users').selectAll().where('username', '=', 'lucia').executeTakeFirstOrThrow()
  const names = Array.from({ length: count }, (_, index) => `ladron${index}`)
  const rows = names.map((username, index) => ({
    ...row,
    id: newId(),
    username,
    username_key: username,
    username_skeleton: username,
    created_at: at + index * MINUTE_MS,
  }))
  await db.insertInto('users').values(rows).execute()
}

const mailsAfterRequest = async (server: TestServer) => {
  await succeed(server, passwordResetCall, { body: { email: EMAIL } })
  await server.resetMailer.tick()
  return server.services.db.selectFrom('outbox').selectAll().where('kind', '=', 'reset-code').execute()
}

const withCode = (server: TestServer, code: string) =>
  succeed(server, passwordResetConfirmCall, {
    body: { email: EMAIL, code, new_password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
  })

test('an account with an unconfirmed address gets a working reset code, in a mail that names no user', async () => {
  const server = await openTestServer()
  await registerPerson(server, 'lucia')
  const [mail, ...others] = await mailsAfterRequest(server)
  expect(others).toEqual([])
  expect(mail?.to_name).toBe('')
  expect(mail?.text_body).toContain('Código para la cuenta creada el ')
  for (const body of [mail?.text_body, mail?.html_body]) expect(body).not.toMatch(/«lucia»|María/)
  const session = await withCode(server, /: (\d{6})\n/.exec(mail?.text_body ?? '')?.[1] ?? '')
  expect(session.user.username).toBe('lucia')
  await succeed(server, loginCall, { body: { username: 'lucia', password: NEW_PASSWORD } })
})

test.each([
  ['newer', DAY_ONE + 1000 * MINUTE_MS],
  ['older', DAY_ONE - 1000 * MINUTE_MS],
])(
  'with fifty %s accounts on the address, one mail has the owner’s code and no names',
  async (_, at) => {
    const server = await openTestServer()
    await registerPerson(server, 'lucia')
    await claim(server, 'lucia', { at: DAY_ONE })
    await addClaims(server, 50, at)
    const [mail, ...others] = await mailsAfterRequest(server)
    expect(others).toEqual([])
    expect(mail?.text_body).not.toMatch(/ladron|«/)
    const codes = mail?.text_body.match(/\b\d{6}\b/g) ?? []
    expect(codes).toHaveLength(10)
    const own = / 1 de enero de 2026\D+12:00\D+: (\d{6})\n/.exec(mail?.text_body ?? '')?.[1] ?? ''
    expect((await withCode(server, own)).user.username).toBe('lucia')
  },
  60_000,
)

test('a confirmed look-alike address does not stop the reset mail to the real mailbox', async () => {
  const server = await openTestServer()
  await registerPerson(server, 'lucia')
  await claim(server, 'lucia', { at: DAY_ONE })
  await registerPerson(server, 'ladrona')
  // Another mailbox (`reset.test.ts`).
  await claim(server, 'ladrona', { at: DAY_ONE, email: 'luc\u0131a@example.com', verified: DAY_ONE })
  const mails = await mailsAfterRequest(server)
  expect(mails.map(({ to_address }) => to_address).sort()).toEqual([EMAIL, 'luc\u0131a@example.com'].sort())
  expect(mails.find(({ to_address }) => to_address === EMAIL)?.text_body).not.toContain('ladrona')
})

test('when the user does not use the reset code, the old password still logs in', async () => {
  const server = await openTestServer()
  await registerPerson(server, 'lucia')
  await mailsAfterRequest(server)
  await succeed(server, loginCall, { body: { username: 'lucia', password: PASSWORD } })
})
