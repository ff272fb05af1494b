import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deleteFieldCall, deleteFileCall, digitalSignCall } from 'shared/contract'
import { ownerId } from '../../../test/support/documents.ts'
import { becomeGuest, drawing, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('each document event is sent after its transaction is committed', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const owner = await ownerId(server.services.db, 'olga')
  const elsewhere = new DatabaseSync(join(server.dataDir, 'trazo.sqlite'), { readOnly: true })
  const read = elsewhere.prepare(`
    select deleted_at is not null as deleted, shared_at is not null as shared, completed_at is not null as completed,
      (select count(*) from fields where document_id = documents.id and deleted_at is null) as fields
    from documents where id = ?`)
  const seen: unknown[] = []
  server.services.documentEvents.subscribe(owner, ({ kind, document_id }) =>
    seen.push({ kind, ...read.get(document_id) }),
  )

  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id)
  const other = await placeField(server, bearer, document.id)
  await succeed(server, deleteFieldCall, { bearer, params: { id: other.id } })
  const guest = await becomeGuest(server, bearer, field)
  const body = { field_id: field.id, signature_data: drawing() }
  await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
  await succeed(server, deleteFileCall, { bearer, params: { id: document.id } })
  elsewhere.close()
  const state = { deleted: 0, shared: 0, completed: 0 }
  expect(seen).toEqual([
    { kind: 'created', ...state, fields: 0 },
    { kind: 'changed', ...state, fields: 1 },
    { kind: 'changed', ...state, fields: 2 },
    { kind: 'changed', ...state, fields: 1 },
    { kind: 'changed', ...state, fields: 1 },
    { kind: 'changed', ...state, fields: 1 },
    { kind: 'changed', ...state, completed: 1, fields: 1 },
    { kind: 'deleted', deleted: 1, shared: 0, completed: 1, fields: 1 },
  ])
})
