import {
  addAddressCall,
  confirmAddressCall,
  confirmEmailCall,
  deleteAccountCall,
  listAddressesCall,
  loginCall,
  passwordResetCall,
  registerCall,
  removeAddressCall,
  requestEmailConfirmationCall,
  securityLogCall,
  securityStateCall,
  undoEmailChangeCall,
} from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import { addressToken, askEmailChange, confirmToken, prove, undoToken } from '../../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'
import { purgeExpired } from '../../personal-data/purge-expired.ts'

afterEach(closeTestServers)

const OTHER = 'ana.oficina@example.com'
const DAY = 86_400_000

const start = async (options = {}) => {
  const server = await openTestServer(options)
  const ana = (await registerPerson(server, 'ana')).access_token
  return { server, ana }
}

const add = (server: TestServer, bearer: string, email = OTHER) =>
  succeed(server, addAddressCall, { bearer, body: { email } })
const confirm = async (server: TestServer, bearer: string, email = OTHER) =>
  succeed(server, confirmAddressCall, { bearer, body: { token: await addressToken(server, email) } })
const refuseToken = async (server: TestServer, bearer: string, token: string) =>
  (await refuse(server, confirmAddressCall, { bearer, body: { token } })).code
const addressesOf = async (server: TestServer, bearer: string) =>
  (await succeed(server, listAddressesCall, { bearer })).addresses
const mailsTo = async (server: TestServer, address: string) =>
  server.services.db.selectFrom('outbox').selectAll().where('to_address', '=', address).execute()

test('an address is pending until its mailed link is confirmed in a session of the account', async () => {
  const { server, ana } = await start()
  const pending = await add(server, ana)
  expect(pending).toMatchObject({ email: OTHER, confirmed_at: null, expires_at: expect.any(String) })
  expect(await addressesOf(server, ana)).toEqual([pending])
  const [mail] = await mailsTo(server, OTHER)
  expect(mail?.text_body).toMatch(/verá y podrá abrir los documentos que otras personas envíen a esta dirección/)
  expect(mail?.text_body).toContain('ana')
  expect(await confirm(server, ana)).toMatchObject({
    id: pending.id,
    expires_at: null,
    confirmed_at: expect.any(String),
  })
  expect(await addressesOf(server, ana)).toMatchObject([{ email: OTHER, expires_at: null }])
  // The main address gets a notice, and stays the one of the account.
  expect((await mailsTo(server, 'ana@example.com')).map(({ kind }) => kind)).toEqual(['account-changed'])
  expect((await succeed(server, securityStateCall, { bearer: ana })).email).toBe('ana@example.com')
  const log = (await succeed(server, securityLogCall, { bearer: ana })).map(({ text }) => text)
  expect(log).toContain(`Se agregó la dirección ${OTHER}`)
})

test('asking again replaces the link, and a removed address is gone', async () => {
  const { server, ana } = await start()
  await add(server, ana)
  const first = await addressToken(server, OTHER)
  server.clock.advance(1000)
  await add(server, ana, OTHER.toUpperCase())
  expect(await refuseToken(server, ana, first)).toBe('EMAIL_LINK_INVALID')
  const { id } = await confirm(server, ana, OTHER.toUpperCase())
  await succeed(server, removeAddressCall, { bearer: ana, params: { addressId: id } })
  expect(await addressesOf(server, ana)).toEqual([])
  const log = (await succeed(server, securityLogCall, { bearer: ana })).map(({ text }) => text)
  expect(log).toContain(`Se quitó la dirección ${OTHER.toUpperCase()}`)
})

test.each([
  ['the main address', 'Ana@Example.com', /ya es el email de tu cuenta/],
  ['a confirmed one', OTHER, /ya está confirmada en tu cuenta/],
  ['two in one', 'a@example.com, b@example.com', /email/i],
])('%s cannot be added', async (_, email, message) => {
  const { server, ana } = await start()
  await add(server, ana)
  await confirm(server, ana)
  const refused = await refuse(server, addAddressCall, { bearer: ana, body: { email } })
  expect(refused).toMatchObject({ code: 'VALIDATION', fields: { email: expect.stringMatching(message) } })
})

test('an account has five at most, pending ones included', async () => {
  const { server, ana } = await start()
  for (const n of [1, 2, 3, 4, 5]) await add(server, ana, `ana${n}@example.com`)
  expect(await refuse(server, addAddressCall, { bearer: ana, body: { email: OTHER } })).toMatchObject({
    code: 'VALIDATION',
  })
  // The same one again is no sixth.
  await add(server, ana, 'ana5@example.com')
})

test('a change of the main address to another one leaves it once', async () => {
  const { server, ana } = await start()
  await add(server, ana)
  await confirm(server, ana)
  await askEmailChange(server, ana, OTHER)
  await succeed(server, confirmEmailCall, { body: { token: await confirmToken(server, OTHER) } })
  expect((await succeed(server, securityStateCall, { bearer: ana })).email).toBe(OTHER)
  expect(await addressesOf(server, ana)).toEqual([])
})

describe('attacks', () => {
  test('a forged, replayed, replaced, expired or foreign link confirms nothing', async () => {
    const { server, ana } = await start()
    const eve = (await registerPerson(server, 'eve')).access_token
    await add(server, ana)
    const token = await addressToken(server, OTHER)
    expect(await refuseToken(server, ana, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(
      'EMAIL_LINK_INVALID',
    )
    // Another account neither confirms it for this one nor takes the address.
    expect(await refuseToken(server, eve, token)).toBe('EMAIL_LINK_INVALID')
    expect(await refuse(server, confirmAddressCall, { body: { token } })).toMatchObject({ status: 401 })
    await succeed(server, confirmAddressCall, { bearer: ana, body: { token } })
    expect(await refuseToken(server, ana, token)).toBe('EMAIL_LINK_INVALID')
    await add(server, ana, 'tarde@example.com')
    const late = await addressToken(server, 'tarde@example.com')
    server.clock.advance(DAY)
    const again = (await succeed(server, loginCall, { body: { username: 'ana', password: PASSWORD } })).access_token
    expect(await refuseToken(server, again, late)).toBe('EMAIL_LINK_INVALID')
    expect((await addressesOf(server, again)).map(({ email }) => email)).toEqual([OTHER])
  })

  test('a link of a main address is none of another address, and the other way round', async () => {
    const { server, ana } = await start()
    await succeed(server, requestEmailConfirmationCall, { bearer: ana })
    expect(await refuseToken(server, ana, await confirmToken(server, 'ana@example.com'))).toBe('EMAIL_LINK_INVALID')
    await add(server, ana)
    const token = await addressToken(server, OTHER)
    expect((await refuse(server, confirmEmailCall, { body: { token } })).code).toBe('EMAIL_LINK_INVALID')
  })

  test('another account’s address is not removed', async () => {
    const { server, ana } = await start()
    const eve = (await registerPerson(server, 'eve')).access_token
    await add(server, ana)
    const { id } = await confirm(server, ana)
    const params = { addressId: id }
    expect(await refuse(server, removeAddressCall, { bearer: eve, params })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await addressesOf(server, ana)).toHaveLength(1)
    expect(await addressesOf(server, eve)).toEqual([])
  })

  test.each(['as its main address', 'as another address'])(
    'adding an address that an account has %s is answered and mailed like any other, and its link says who has it',
    async (how) => {
      const { server, ana } = await start()
      const eve = (await registerPerson(server, 'eve')).access_token
      if (how === 'as another address') {
        await add(server, ana)
        await confirm(server, ana)
      } else
        await server.services.db
          .updateTable('users')
          .set({ email: OTHER, email_key: OTHER, email_verified_at: 1 })
          .where('username', '=', 'ana')
          .execute()
      server.clock.advance(1000)
      const [taken, free] = [await add(server, eve), await add(server, eve, 'libre@example.com')]
      expect({ ...taken, id: 0, email: '' }).toEqual({ ...free, id: 0, email: '' })
      const [toFree] = await mailsTo(server, 'libre@example.com')
      const toTaken = (await mailsTo(server, OTHER)).at(-1)
      const plain = (text?: string) => text?.replace(/#[\w-]{43}/g, '')
      expect(plain(toTaken?.text_body)).toBe(plain(toFree?.text_body))
      expect(await refuseToken(server, eve, await addressToken(server, OTHER))).toBe('EMAIL_OF_OTHER_ACCOUNT')
      expect((await addressesOf(server, eve)).every(({ confirmed_at }) => confirmed_at === null)).toBe(true)
    },
  )

  test('the same link works once the other account has removed the address', async () => {
    const { server, ana } = await start()
    const eve = (await registerPerson(server, 'eve')).access_token
    await add(server, ana)
    const { id } = await confirm(server, ana)
    server.clock.advance(1000)
    await add(server, eve)
    const token = await addressToken(server, OTHER)
    expect(await refuseToken(server, eve, token)).toBe('EMAIL_OF_OTHER_ACCOUNT')
    await succeed(server, removeAddressCall, { bearer: ana, params: { addressId: id } })
    expect(await succeed(server, confirmAddressCall, { bearer: eve, body: { token } })).toMatchObject({ email: OTHER })
  })

  test('an account that only claims the address keeps nobody from proving it', async () => {
    const { server, ana } = await start()
    await server.services.db
      .updateTable('users')
      .set({ email: OTHER, email_key: OTHER })
      .where('username', '=', 'ana')
      .execute()
    const eve = (await registerPerson(server, 'eve')).access_token
    await add(server, eve)
    expect(await confirm(server, eve)).toMatchObject({ email: OTHER })
    // The claim stays: its mails and codes go on. It cannot be proved while the other account has it.
    await succeed(server, requestEmailConfirmationCall, { bearer: ana })
    const token = await confirmToken(server, OTHER)
    expect((await refuse(server, confirmEmailCall, { body: { token } })).code).toBe('EMAIL_OF_OTHER_ACCOUNT')
    expect((await succeed(server, securityStateCall, { bearer: ana })).email_verified).toBe(false)
  })

  test('registering with an address that an account has is answered like any other, and proves nothing', async () => {
    const { server, ana } = await start()
    await add(server, ana)
    await confirm(server, ana)
    const body = {
      username: 'eve',
      first_name: 'Eve',
      last_name: 'Soto',
      email: OTHER,
      phone: '8888-8888',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    }
    const eve = (await succeed(server, registerCall, { body })).access_token
    await succeed(server, requestEmailConfirmationCall, { bearer: eve })
    const token = await confirmToken(server, OTHER)
    expect((await refuse(server, confirmEmailCall, { body: { token } })).code).toBe('EMAIL_OF_OTHER_ACCOUNT')
  })

  test('neither login nor a reset code works with another address', async () => {
    const { server, ana } = await start()
    await add(server, ana)
    await confirm(server, ana)
    const body = { username: OTHER, password: PASSWORD }
    expect((await refuse(server, loginCall, { body })).code).toBe('INVALID_CREDENTIALS')
    await succeed(server, passwordResetCall, { body: { email: OTHER } })
    await server.resetMailer.tick()
    expect((await mailsTo(server, OTHER)).map(({ kind }) => kind)).toEqual(['email-confirmation'])
  })

  test('undoing a change of the main address takes away what a thief added', async () => {
    const { server, ana } = await start()
    await add(server, ana)
    await confirm(server, ana)
    server.clock.advance(1000)
    await askEmailChange(server, ana, 'ladron@example.com')
    await succeed(server, confirmEmailCall, { body: { token: await confirmToken(server, 'ladron@example.com') } })
    server.clock.advance(1000)
    await add(server, ana, 'ladron2@example.com')
    await confirm(server, ana, 'ladron2@example.com')
    await add(server, ana, 'ladron3@example.com')
    await succeed(server, undoEmailChangeCall, { body: { token: await undoToken(server, 'ana@example.com') } })
    const rows = await server.services.db.selectFrom('account_addresses').select('email').execute()
    expect(rows).toEqual([{ email: OTHER }])
    expect(await server.services.db.selectFrom('address_confirmations').selectAll().execute()).toEqual([])
  })

  test('mails are limited for each account and for each mailbox', async () => {
    const { server, ana } = await start({ variables: { RATE_LIMIT_FACTOR: '1' } })
    for (let n = 0; n < 5; n += 1) await add(server, ana)
    const eve = (await registerPerson(server, 'eve')).access_token
    const body = { email: OTHER }
    expect((await refuse(server, addAddressCall, { bearer: eve, body })).code).toBe('RATE_LIMITED')
    for (let n = 0; n < 5; n += 1) await add(server, ana, 'quinta@example.com')
    const other = { email: 'sexta@example.com' }
    expect((await refuse(server, addAddressCall, { bearer: ana, body: other })).code).toBe('RATE_LIMITED')
  })
})

test('deleting the account frees its addresses at once; expired pending ones are erased', async () => {
  const { server, ana } = await start()
  const eve = (await registerPerson(server, 'eve')).access_token
  await add(server, ana)
  await confirm(server, ana)
  await add(server, ana, 'pendiente@example.com')
  const proof = await prove(server, ana)
  await succeed(server, deleteAccountCall, { bearer: ana, body: { username: 'ana', proof } })
  server.clock.advance(1000)
  await add(server, eve)
  await confirm(server, eve)
  const { db } = server.services
  await add(server, eve, 'olvidada@example.com')
  expect(await db.selectFrom('address_confirmations').select('email').execute()).toEqual([
    { email: 'olvidada@example.com' },
  ])
  server.clock.advance(DAY)
  const now = server.services.clock()
  // The mails to these addresses end with all mails that belong to no document.
  await db.updateTable('outbox').set({ state: 'sent' }).execute()
  await purgeExpired(db, { before: now, now })
  expect(await db.selectFrom('address_confirmations').selectAll().execute()).toEqual([])
  expect(await mailsTo(server, 'olvidada@example.com')).toEqual([])
})
