import {
  deleteFieldCall,
  digitalSignCall,
  downloadFileCall,
  findFilesCall,
  listInvitationsCall,
  logoutCall,
  revokeInvitationCall,
  seenInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import { listInboxCall, openInboxCall } from 'shared/contract/inbox'
import { addParticipantCall, inviteParticipantCall } from 'shared/contract/participants'
import { confirmReadingCall, openParticipationCall, seenDocumentCall } from 'shared/contract/participation'
import { createSendingCall } from 'shared/contract/sendings'
import {
  drawing,
  inviteSigner,
  placeField,
  registerPerson,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const ANA = 'ana@example.com'

/** Ana has an account; Olga owns a document with a field for her. */
const start = async ({ confirmed = true } = {}) => {
  const server = await openTestServer()
  const olga = (await registerPerson(server, 'olga')).access_token
  const ana = (await registerPerson(server, 'ana')).access_token
  await server.services.db
    .updateTable('users')
    .set({ email: ANA, email_verified_at: confirmed ? 1 : null })
    .where('username', '=', 'ana')
    .execute()
  const { id } = await uploadDocument(server, olga)
  const field = await placeField(server, olga, id, { signer_name: 'Ana Mora', signer_email: 'Ana@Example.com' })
  return { server, olga, ana, documentId: id, field }
}

const inbox = async (server: TestServer, bearer: string) => (await succeed(server, listInboxCall, { bearer })).entries

const open = async (server: TestServer, bearer: string, invitationId: number) => {
  const { path } = await succeed(server, openInboxCall, { bearer, params: { invitationId }, body: {} })
  return new URL(path, 'https://trazo.example').searchParams
}
const tokenOf = (params: URLSearchParams) => ({ token: params.get('token') ?? '' })

test('an open invitation to the confirmed address is listed, and opens with the rights of its link', async () => {
  const { server, olga, ana, documentId, field } = await start()
  expect(await inbox(server, ana)).toEqual([])
  await inviteSigner(server, olga, field)
  const [entry] = await inbox(server, ana)
  expect(entry).toMatchObject({ document_id: documentId, kind: 'firma', fields: 1 })
  const params = await open(server, ana, entry?.invitation_id ?? 0)
  expect(params.get('fieldId')).toBe(String(field.id))
  const reply = await succeed(server, validateInvitationCall, { query: tokenOf(params) })
  expect(reply).toMatchObject({ signature_field: { id: field.id }, turn: 'now' })
  const bearer = reply.access_token
  await succeed(server, seenInvitationCall, { bearer, params: { fieldId: field.id }, body: {} })
  const log = await server.services.db
    .selectFrom('audit_events')
    .select(['actor', 'actor_email'])
    .where('document_id', '=', documentId)
    .where('kind', '=', 'invitation-opened')
    .execute()
  // Evidence calls a user the owner.
  expect(log).toEqual([{ actor: `guest:${entry?.invitation_id}`, actor_email: 'Ana@Example.com' }])
})

test('two fields of a person are one entry', async () => {
  const { server, olga, ana, documentId, field } = await start()
  const second = await placeField(server, olga, documentId, { signer_name: 'Ana Mora', signer_email: ANA, page: 1 })
  await inviteSigner(server, olga, field)
  await inviteSigner(server, olga, second)
  expect((await inbox(server, ana)).map(({ fields }) => fields)).toEqual([2])
})

test('readings are in the inbox, copies are not', async () => {
  const { server, olga, ana, documentId, field } = await start()
  for (const kind of ['lectura', 'copia'] as const) {
    const body = { kind, name: 'Ana Mora', email: ANA, ...(kind === 'copia' && { copy_when: 'sent' as const }) }
    const { id } = await succeed(server, addParticipantCall, { bearer: olga, params: { id: documentId }, body })
    const params = { id: documentId, participantId: id }
    await succeed(server, inviteParticipantCall, { bearer: olga, params, body: {} })
  }
  const entries = await inbox(server, ana)
  expect(entries.map(({ kind, fields }) => [kind, fields])).toEqual([['lectura', 0]])
  const link = await open(server, ana, entries[0]?.invitation_id ?? 0)
  const { access_token: bearer, participant } = await succeed(server, openParticipationCall, { query: tokenOf(link) })
  const params = { participantId: participant.id }
  await succeed(server, seenDocumentCall, { bearer, params, body: {} })
  await succeed(server, confirmReadingCall, { bearer, params, body: {} })
  expect(await inbox(server, ana)).toEqual([])
  expect(field.is_signed).toBe(false)
})

describe('attacks', () => {
  test('an address that is not confirmed shows and opens nothing', async () => {
    const { server, olga, ana, field } = await start({ confirmed: false })
    await inviteSigner(server, olga, field)
    expect(await inbox(server, ana)).toEqual([])
    const [invitation] = await succeed(server, listInvitationsCall, {
      bearer: olga,
      params: { id: field.user_file_id },
    })
    const params = { invitationId: invitation?.id ?? 0 }
    expect(await refuse(server, openInboxCall, { bearer: ana, params, body: {} })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('another account opens no invitation, and neither does the owner', async () => {
    const { server, olga, field } = await start()
    const eve = (await registerPerson(server, 'eve')).access_token
    await inviteSigner(server, olga, field)
    const [invitation] = await succeed(server, listInvitationsCall, {
      bearer: olga,
      params: { id: field.user_file_id },
    })
    const params = { invitationId: invitation?.id ?? 0 }
    for (const bearer of [eve, olga])
      expect(await refuse(server, openInboxCall, { bearer, params, body: {} })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    [
      'the session ends',
      async (server: TestServer, ana: string) => succeed(server, logoutCall, { bearer: ana, body: {} }),
    ],
    [
      'the account changes its address',
      (server: TestServer) =>
        server.services.db
          .updateTable('users')
          .set({ email: 'otra@example.com' })
          .where('username', '=', 'ana')
          .execute(),
    ],
    [
      'the address is no longer confirmed',
      (server: TestServer) =>
        server.services.db
          .updateTable('users')
          .set({ email_verified_at: null })
          .where('username', '=', 'ana')
          .execute(),
    ],
  ] as const)('the link and its access token end at once when %s', async (_, end) => {
    const { server, olga, ana, documentId, field } = await start()
    await inviteSigner(server, olga, field)
    const query = tokenOf(await open(server, ana, (await inbox(server, ana))[0]?.invitation_id ?? 0))
    const { access_token: bearer } = await succeed(server, validateInvitationCall, { query })
    await end(server, ana)
    expect(await refuse(server, validateInvitationCall, { query })).toMatchObject({ code: 'INVITATION_INVALID' })
    const params = { fieldId: field.id }
    expect(await refuse(server, seenInvitationCall, { bearer, params, body: {} })).toMatchObject({ status: 401 })
    const read = await server.app.inject({
      url: downloadFileCall.path.replace(':id', String(documentId)),
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(read.statusCode).toBeGreaterThanOrEqual(401)
  })

  test('a revoked invitation leaves the inbox and ends its link', async () => {
    const { server, olga, ana, documentId, field } = await start()
    await inviteSigner(server, olga, field)
    const [entry] = await inbox(server, ana)
    const query = tokenOf(await open(server, ana, entry?.invitation_id ?? 0))
    const params = { id: documentId, invitationId: entry?.invitation_id ?? 0 }
    await succeed(server, revokeInvitationCall, { bearer: olga, params })
    expect(await inbox(server, ana)).toEqual([])
    expect(await refuse(server, validateInvitationCall, { query })).toMatchObject({ code: 'INVITATION_INVALID' })
  })

  test('the link authenticates nothing by itself', async () => {
    const { server, olga, ana, field } = await start()
    await inviteSigner(server, olga, field)
    const { token } = tokenOf(await open(server, ana, (await inbox(server, ana))[0]?.invitation_id ?? 0))
    const params = { fieldId: field.id }
    expect(await refuse(server, seenInvitationCall, { bearer: token, params, body: {} })).toMatchObject({ status: 401 })
    expect(await refuse(server, deleteFieldCall, { bearer: token, params: { id: field.id } })).toMatchObject({
      status: 401,
    })
  })
})

describe('a sending', () => {
  const startTogether = async () => {
    const started = await start()
    const { server, olga, documentId, field } = started
    const inventory = await uploadDocument(server, olga, undefined, 'Inventario.pdf')
    const ids = [inventory.id, documentId, (await uploadDocument(server, olga)).id]
    await succeed(server, createSendingCall, { bearer: olga, body: { documents: ids } })
    const theirs = { signer_name: 'Ana Mora', signer_email: 'ana@example.com' }
    const first = await placeField(server, olga, ids[0] ?? 0, theirs)
    await placeField(server, olga, ids[2] ?? 0, { signer_name: 'Luis Mata', signer_email: 'luis@example.com' })
    await inviteSigner(server, olga, field)
    const counted = async () => {
      const query = { limit: '5', counts: 'true' } as const
      return (await succeed(server, findFilesCall, { bearer: started.ana, query })).counts?.inbox
    }
    return { ...started, inventory, ids, first, counted }
  }

  test('is one entry with the documents that ask this person, and opens the first that waits', async () => {
    const { server, ana, inventory, ids, first, field, counted } = await startTogether()
    const [entry, ...others] = await inbox(server, ana)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      document_id: ids[0],
      original_filename: 'Inventario.pdf',
      fields: 2,
      sending: { documents: 2, signed: 0 },
    })
    expect(await counted()).toBe(1)
    const params = await open(server, ana, entry?.invitation_id ?? 0)
    expect(params.get('fieldId')).toBe(String(first.id))
    const { access_token: bearer } = await succeed(server, validateInvitationCall, { query: tokenOf(params) })
    const body = { field_id: first.id, signature_data: drawing(), ...stated(inventory) }
    await succeed(server, digitalSignCall, { bearer, params: { fieldId: first.id }, body })
    const [after, ...more] = await inbox(server, ana)
    expect(more).toEqual([])
    expect(after).toMatchObject({ document_id: field.user_file_id, fields: 1, sending: { documents: 2, signed: 1 } })
    expect(await counted()).toBe(1)
  })

  test('two addresses of an account are two people, and a person of one document sees no sending', async () => {
    const { server, ana, olga, ids } = await startTogether()
    const own = { signer_name: 'Ana Mora', signer_email: 'ana.oficina@example.com' }
    const other = await placeField(server, olga, ids[2] ?? 0, own)
    server.clock.advance(1)
    await inviteSigner(server, olga, other)
    const { id } = await server.services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'ana')
      .executeTakeFirstOrThrow()
    await server.services.db
      .insertInto('account_addresses')
      .values({ id: 1, user_id: id, email: own.signer_email, address_key: own.signer_email, confirmed_at: 1 })
      .execute()
    const entries = await inbox(server, ana)
    expect(entries.map(({ document_id, sending }) => [document_id, sending?.documents])).toEqual([
      [ids[2], undefined],
      [ids[0], 2],
    ])
  })
})
