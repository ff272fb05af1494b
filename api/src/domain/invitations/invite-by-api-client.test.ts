import { createFieldCall, listFieldsCall, sendInvitationCall } from 'shared/contract'
import { programScopes } from 'shared/contract/accounts'
import { createApiClient } from '../../../test/support/api-clients.ts'
import { registerPerson, uploadDocument } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

let server: TestServer
let olga: string
beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
})
afterEach(closeTestServers)

const place = (bearer: string, documentId: number) =>
  succeed(server, createFieldCall, {
    bearer,
    body: {
      field_id: 'ajena',
      field_type: 'SECONDARY',
      signer_name: 'Eva Intrusa',
      signer_email: 'eva@example.com',
      user_file_id: documentId,
    },
  })
const invitation = (bearer: string, documentId: number, fieldId: number) => ({
  bearer,
  params: { id: documentId },
  body: {
    email: 'eva@example.com',
    signer_name: 'Eva Intrusa',
    document_url: '',
    field_id: fieldId,
    field_coordinates: null,
  },
})
const mails = async () =>
  (await server.services.db.selectFrom('outbox').select('id').where('kind', '=', 'invitation').execute()).length

test('a program that may not read cannot open a document of the owner by inviting its own address', async () => {
  const { token } = await createApiClient(server, olga, {
    scopes: programScopes.filter((scope) => scope !== 'documents:read'),
  })
  const { id } = await uploadDocument(server, olga)
  const field = await place(token, id)
  expect(await refuse(server, sendInvitationCall, invitation(token, id, field.id))).toMatchObject({
    status: 403,
    detail: expect.stringContaining('documents:read'),
  })
  expect((await refuse(server, listFieldsCall, { bearer: token, query: { user_file_id: String(id) } })).status).toBe(
    403,
  )
  expect(await mails()).toBe(0)
})

test('a program that may not read invites for documents that it uploaded itself, and for no other program’s', async () => {
  const scopes = ['documents:write' as const]
  const [one, two] = [
    (await createApiClient(server, olga, { scopes })).token,
    (await createApiClient(server, olga, { scopes })).token,
  ]
  const { id } = await uploadDocument(server, one)
  const field = await place(one, id)
  expect((await refuse(server, sendInvitationCall, invitation(two, id, field.id))).status).toBe(403)
  await succeed(server, sendInvitationCall, invitation(one, id, field.id))
  expect(await mails()).toBe(1)
})

test('a program that may read invites for every document of its account', async () => {
  const { token } = await createApiClient(server, olga, { scopes: ['documents:read', 'documents:write'] })
  const { id } = await uploadDocument(server, olga)
  const field = await place(token, id)
  await succeed(server, sendInvitationCall, invitation(token, id, field.id))
})
