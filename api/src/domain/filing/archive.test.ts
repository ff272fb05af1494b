import { digitalSignCall, findFilesCall, getFileCall, listFilesCall } from 'shared/contract'
import { archiveFilesCall } from 'shared/contract/tags'
import { insertDocuments, ownerId } from '../../../test/support/documents.ts'
import {
  becomeGuest,
  drawing,
  placeField,
  registerPerson,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const find = (query: Record<string, string>) => succeed(server, findFilesCall, { bearer, query })
  return {
    server,
    bearer,
    archive: (documents: number[], archived = true) =>
      succeed(server, archiveFilesCall, { bearer, body: { documents, archived } }),
    refused: (documents: number[], token = bearer) =>
      refuse(server, archiveFilesCall, { bearer: token, body: { documents, archived: true } }),
    get: (id: number) => succeed(server, getFileCall, { bearer, params: { id } }),
    counts: async () => (await find({ counts: 'true' })).counts,
    names: async (query: Record<string, string>) =>
      (await find(query)).documents.map(({ original_filename }) => original_filename),
    seed: async (count: number, username = 'olga') =>
      insertDocuments(
        server.services.db,
        await ownerId(server.services.db, username),
        Array.from({ length: count }, (_, index) => ({
          name: `${index + 1}.pdf`,
          uploadedAt: index + 1,
          waitsFor: 'others' as const,
        })),
      ),
  }
}

test('archived documents leave the groups, not the specified list, and come back', async () => {
  const { server, bearer, archive, counts, names, seed, get } = await start()
  const [first = 0, second = 0] = await seed(3)
  expect(await archive([first, second])).toEqual({ success: true, changed: 2 })
  expect(await archive([second])).toMatchObject({ changed: 0 })
  expect(await counts()).toEqual({ all: 1, owner: 0, others: 1, completed: 0, archived: 2 })
  expect(await names({ archived: 'false' })).toEqual(['3.pdf'])
  expect(await names({ archived: 'true', sort: 'name' })).toEqual(['1.pdf', '2.pdf'])
  expect(await names({ limit: '10' })).toHaveLength(3)
  expect(await succeed(server, listFilesCall, { bearer })).toHaveLength(3)
  expect((await get(first)).archived_at).toBe(new Date(server.services.clock()).toISOString())
  await archive([first, second], false)
  expect(await counts()).toMatchObject({ all: 3, archived: 0 })
  expect(await get(first)).not.toHaveProperty('archived_at')
})

test('an archived document is signed, sealed and reported like any other', async () => {
  const { server, bearer, archive, get, counts } = await start()
  const file = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, file.id)
  const guest = await becomeGuest(server, bearer, field)
  await archive([file.id])
  await succeed(server, digitalSignCall, {
    bearer: guest,
    params: { fieldId: field.id },
    body: { field_id: field.id, signature_data: drawing(), ...stated(file) },
  })
  await server.sealing.tick()
  expect(await get(file.id)).toMatchObject({ status: 'COMPLETED', archived_at: expect.any(String) })
  expect(await counts()).toMatchObject({ all: 0, completed: 0, archived: 1 })
  const mails = await server.services.db.selectFrom('outbox').select(['kind', 'to_key']).execute()
  expect(mails.filter(({ to_key }) => to_key.startsWith('olga')).map(({ kind }) => kind)).toContain(
    'document-completed',
  )
})

test('one document of another account, a deleted one or 101: nothing is archived', async () => {
  const { server, seed, refused, counts } = await start()
  const { access_token: other } = await registerPerson(server, 'pedro')
  const [own = 0] = await seed(1)
  const theirs = await seed(1, 'pedro')
  expect(await refused([own, ...theirs])).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(await refused([own], other)).toMatchObject({ status: 404 })
  expect(await refused(Array.from({ length: 101 }, (_, index) => index + 1))).toMatchObject({ status: 400 })
  expect(await refused([])).toMatchObject({ status: 400 })
  await server.services.db.updateTable('documents').set({ deleted_at: 1 }).where('id', 'in', theirs).execute()
  expect(await refused(theirs, other)).toMatchObject({ status: 404 })
  expect(await counts()).toMatchObject({ all: 1, archived: 0 })
})
