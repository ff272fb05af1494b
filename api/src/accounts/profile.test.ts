import { profileCall } from 'shared/contract'
import { updateProfileCall } from 'shared/contract/accounts'
import { registerPerson } from '../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed, type TestServer } from '../../test/support/test-server.ts'

afterEach(closeTestServers)

const mails = (server: TestServer) =>
  server.services.db.selectFrom('outbox').select(['kind', 'to_address', 'text_body']).execute()

test('section 7: PUT profile/detail changes what is given, keeps the rest and answers the whole user', async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'elena')
  const first = await succeed(server, updateProfileCall, {
    bearer,
    body: { first_name: ' Elena ', profile: { city: 'Cartago' } },
  })
  expect(first).toEqual({ ...user, first_name: 'Elena', profile: { country: '', city: 'Cartago', company: '' } })
  const second = await succeed(server, updateProfileCall, { bearer, body: { profile: { company: 'Café Sur' } } })
  expect(second.profile).toEqual({ country: '', city: 'Cartago', company: 'Café Sur' })
  expect(await succeed(server, updateProfileCall, { bearer, body: {} })).toEqual(second)
  expect(await succeed(server, profileCall, { bearer })).toEqual(second)
  expect(await mails(server)).toEqual([])
})

test('section 7: what is not part of the profile stays, whatever is sent', async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'elena')
  const response = await server.app.inject({
    method: 'PUT',
    url: updateProfileCall.path,
    headers: { authorization: `Bearer ${bearer}` },
    payload: { id: 5, username: 'otra', password_hash: 'x', created_at: 0, last_name: 'Solís' },
  })
  expect(response.json()).toEqual({ ...user, last_name: 'Solís' })
})

test('section 7: the e-mail can be changed, also to one that another account has; the old address hears of it', async () => {
  const server = await openTestServer()
  await registerPerson(server, 'lucia')
  const { access_token: bearer } = await registerPerson(server, 'elena')
  const body = { email: 'LUCIA@example.com' }
  expect(await succeed(server, updateProfileCall, { bearer, body })).toMatchObject(body)
  const [mail, ...others] = await mails(server)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'email-changed', to_address: 'elena@example.com' })
  expect(mail?.text_body).toContain('Usuario: elena')
  expect(mail?.text_body.toLowerCase()).not.toContain('lucia')
})

test.each([
  ['first name', { first_name: ' ' }, 'El nombre es requerido'],
  ['last name', { last_name: '' }, 'El apellido es requerido'],
  ['e-mail', { email: 'no' }, 'El email no es válido'],
  ['phone', { phone: '' }, 'El teléfono es requerido'],
])('section 5: a wrong %s is refused with its text, and nothing changes', async (_, change, message) => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'elena')
  const body = { ...change, profile: { city: 'Cartago' } }
  expect(await refuse(server, updateProfileCall, { bearer, body })).toMatchObject({ code: 'VALIDATION', message })
  expect(await succeed(server, profileCall, { bearer })).toEqual(user)
})

test('issue 3: an address can be given up only so often', async () => {
  const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.4' } })
  const { access_token: bearer } = await registerPerson(server, 'elena')
  const change = (n: number) => ({ bearer, body: { email: `elena${n}@example.com` } })
  for (const n of [1, 2]) await succeed(server, updateProfileCall, change(n))
  expect(await refuse(server, updateProfileCall, change(3))).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Demasiados intentos. Espera 24 horas y vuelve a intentarlo.',
  })
  expect((await succeed(server, profileCall, { bearer })).email).toBe('elena2@example.com')
})
