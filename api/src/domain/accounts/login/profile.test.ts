import { profileCall } from 'shared/contract'
import { updateProfileCall } from 'shared/contract/accounts'
import { registerPerson } from '../../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'

afterEach(closeTestServers)

const mails = (server: TestServer) =>
  server.services.db.selectFrom('outbox').select(['kind', 'to_address', 'text_body']).execute()

test('section 7: PUT profile/detail changes the given values, keeps the rest and returns the whole user', async () => {
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

test('the API stores the account’s view of the document list (documents_view)', async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'elena')
  expect(user.documents_view).toBeUndefined()
  const body = { documents_view: 'list' } as const
  expect(await succeed(server, updateProfileCall, { bearer, body })).toEqual({ ...user, ...body })
  expect(await succeed(server, profileCall, { bearer })).toMatchObject(body)
})

test('section 7: PUT profile/detail ignores values that are not part of the profile', async () => {
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

test('the profile refuses a new e-mail and names «Cambiar email»; the current e-mail changes nothing', async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'elena')
  const refused = await refuse(server, updateProfileCall, { bearer, body: { email: 'otra@example.com', phone: '1' } })
  expect(refused).toMatchObject({ status: 400, code: 'VALIDATION', fields: { email: expect.any(String) } })
  expect(refused.message).toContain('«Cambiar email»')
  expect(await succeed(server, updateProfileCall, { bearer, body: { email: user.email } })).toEqual(user)
  expect(await mails(server)).toEqual([])
})

test.each([
  ['first name', { first_name: ' ' }, 'El nombre es requerido'],
  ['last name', { last_name: '' }, 'El apellido es requerido'],
  ['e-mail', { email: 'no' }, 'El email no es válido'],
  ['phone', { phone: '' }, 'El teléfono es requerido'],
])(
  'section 5: the API refuses an invalid %s with its own message and leaves the profile unchanged',
  async (_, change, message) => {
    const server = await openTestServer()
    const { access_token: bearer, user } = await registerPerson(server, 'elena')
    const body = { ...change, profile: { city: 'Cartago' } }
    expect(await refuse(server, updateProfileCall, { bearer, body })).toMatchObject({ code: 'VALIDATION', message })
    expect(await succeed(server, profileCall, { bearer })).toEqual(user)
  },
)

test.each([
  ['U+3164', 'Ana\u3164\u3164'],
  ['U+200B', 'Ana\u200b'],
  ['U+202E', '\u202eanA'],
])('the API refuses a first name with the invisible character %s', async (_, first_name) => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'elena')
  const refused = await refuse(server, updateProfileCall, { bearer, body: { first_name } })
  expect(refused.message).toBe('El nombre tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.')
})

test('the API refuses a first name that leaves the full name with fewer than two letters', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'elena')
  await succeed(server, updateProfileCall, { bearer, body: { last_name: '-' } })
  const refused = await refuse(server, updateProfileCall, { bearer, body: { first_name: '1' } })
  expect(refused.message).toBe('Escribe un nombre de al menos dos letras.')
})
