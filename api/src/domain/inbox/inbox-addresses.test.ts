import { downloadFileCall, seenInvitationCall, validateInvitationCall } from 'shared/contract'
import { addAddressCall, confirmAddressCall, removeAddressCall } from 'shared/contract/accounts'
import { listInboxCall, openInboxCall } from 'shared/contract/inbox'
import { inviteSigner, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { addressToken } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const MAIN = 'ana@example.com'
const OTHER = 'Ana.Oficina@example.com'

/** Ana's account has confirmed its address; Olga has invited Ana at another one. */
const start = async ({ email = OTHER } = {}) => {
  const server = await openTestServer()
  const olga = (await registerPerson(server, 'olga')).access_token
  const ana = (await registerPerson(server, 'ana')).access_token
  await server.services.db.updateTable('users').set({ email_verified_at: 1 }).where('username', '=', 'ana').execute()
  const { id: documentId } = await uploadDocument(server, olga)
  const field = await placeField(server, olga, documentId, { signer_name: 'Ana Mora', signer_email: email })
  await inviteSigner(server, olga, field)
  return { server, olga, ana, documentId, field }
}

const ask = (server: TestServer, bearer: string) =>
  succeed(server, addAddressCall, { bearer, body: { email: OTHER.toLowerCase() } })

const confirm = async (server: TestServer, bearer: string) => {
  await ask(server, bearer)
  const token = await addressToken(server, OTHER.toLowerCase())
  return succeed(server, confirmAddressCall, { bearer, body: { token } })
}

const inbox = async (server: TestServer, bearer: string) => (await succeed(server, listInboxCall, { bearer })).entries

const open = async (server: TestServer, bearer: string, invitationId: number) => {
  const { path } = await succeed(server, openInboxCall, { bearer, params: { invitationId }, body: {} })
  return { token: new URL(path, 'https://trazo.example').searchParams.get('token') ?? '' }
}

test('invitations to another confirmed address are listed with it, and open', async () => {
  const { server, olga, ana, documentId, field } = await start()
  expect(await inbox(server, ana)).toEqual([])
  await confirm(server, ana)
  const own = await placeField(server, olga, documentId, { signer_name: 'Ana Mora', signer_email: MAIN, page: 1 })
  server.clock.advance(1000)
  await inviteSigner(server, olga, own)
  const entries = await inbox(server, ana)
  expect(entries.map(({ for_email }) => for_email)).toEqual([MAIN, OTHER])
  const query = await open(server, ana, entries[1]?.invitation_id ?? 0)
  expect(await succeed(server, validateInvitationCall, { query })).toMatchObject({ signature_field: { id: field.id } })
})

test('an account with one address does not read it on each entry', async () => {
  const { server, ana } = await start({ email: MAIN })
  expect((await inbox(server, ana)).map((entry) => 'for_email' in entry)).toEqual([false])
})

describe('attacks', () => {
  test('a pending address shows and opens nothing', async () => {
    const { server, ana } = await start()
    await ask(server, ana)
    expect(await inbox(server, ana)).toEqual([])
    const { id } = await server.services.db.selectFrom('invitations').select('id').executeTakeFirstOrThrow()
    const params = { invitationId: id }
    expect(await refuse(server, openInboxCall, { bearer: ana, params, body: {} })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('another account does not see what is sent to an address that this one confirmed', async () => {
    const { server, ana } = await start()
    const eve = (await registerPerson(server, 'eve')).access_token
    await confirm(server, ana)
    await ask(server, eve)
    expect(await inbox(server, eve)).toEqual([])
    const [entry] = await inbox(server, ana)
    const params = { invitationId: entry?.invitation_id ?? 0 }
    expect(await refuse(server, openInboxCall, { bearer: eve, params, body: {} })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the link and its access token end at once when the address is removed', async () => {
    const { server, ana, documentId, field } = await start()
    const { id } = await confirm(server, ana)
    const query = await open(server, ana, (await inbox(server, ana))[0]?.invitation_id ?? 0)
    const { access_token: bearer } = await succeed(server, validateInvitationCall, { query })
    const params = { fieldId: field.id }
    await succeed(server, seenInvitationCall, { bearer, params, body: {} })
    await succeed(server, removeAddressCall, { bearer: ana, params: { addressId: id } })
    expect(await inbox(server, ana)).toEqual([])
    expect(await refuse(server, validateInvitationCall, { query })).toMatchObject({ code: 'INVITATION_INVALID' })
    expect(await refuse(server, seenInvitationCall, { bearer, params, body: {} })).toMatchObject({ status: 401 })
    const read = await server.app.inject({
      url: downloadFileCall.path.replace(':id', String(documentId)),
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(read.statusCode).toBeGreaterThanOrEqual(401)
  })

  test('a link by one address does not open the invitation once it goes to another one', async () => {
    const { server, ana } = await start()
    await confirm(server, ana)
    const [entry] = await inbox(server, ana)
    const query = await open(server, ana, entry?.invitation_id ?? 0)
    await server.services.db.updateTable('invitations').set({ email: 'luis@example.com' }).execute()
    expect(await refuse(server, validateInvitationCall, { query })).toMatchObject({ code: 'INVITATION_INVALID' })
  })
})
