import { deleteFileCall, type FileEvent, findFilesCall, getFileCall } from 'shared/contract'
import { changeFileCall } from 'shared/contract/signing-order'
import { becomeGuest, downloadBytes, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const details = { file_type_id: 2 as const, description: 'Casa en Heredia', notes: 'Falta el plano.\nPedirlo.' }

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'olga')
  const { access_token: stranger } = await registerPerson(server, 'pedro')
  const document = await uploadDocument(server, bearer)
  const call = { bearer, params: { id: document.id }, body: details }
  const stored = () => succeed(server, getFileCall, { bearer, params: { id: document.id } })
  const found = async (q: string) =>
    (await succeed(server, findFilesCall, { bearer, query: { q, limit: '10' } })).documents.length
  return { server, bearer, user, stranger, document, call, stored, found }
}

test('the owner changes type, description and notes; the PDF and the rest stay as they are', async () => {
  const { server, bearer, user, document, call, stored } = await start()
  const bytes = await downloadBytes(server, bearer, document.id)
  const events: FileEvent[] = []
  server.services.documentEvents.subscribe(user.id, (event) => events.push(event))
  expect(await succeed(server, changeFileCall, call)).toEqual({ ...document, ...details })
  expect(await stored()).toEqual({ ...document, ...details })
  expect((await downloadBytes(server, bearer, document.id)).equals(bytes)).toBe(true)
  expect(events).toEqual([{ kind: 'changed', document_id: document.id }])
})

test('the search finds the new words, still finds the signers, and no longer finds the old words', async () => {
  const { server, bearer, document, call, found } = await start()
  await placeField(server, bearer, document.id, { signer_name: 'Ana Mora' })
  await succeed(server, changeFileCall, call)
  expect([await found('heredia plano'), await found('mora')]).toEqual([1, 1])
  await succeed(server, changeFileCall, { ...call, body: { ...details, description: 'Lote', notes: '' } })
  expect([await found('heredia'), await found('lote mora')]).toEqual([0, 1])
})

test('attack: other users, guests and visitors cannot change the details of a document, nor find out that it exists', async () => {
  const { server, bearer, stranger, document, call, stored } = await start()
  const field = await placeField(server, bearer, document.id)
  const before = await stored()
  const other = await refuse(server, changeFileCall, { ...call, bearer: stranger })
  const missing = await refuse(server, changeFileCall, { ...call, bearer: stranger, params: { id: 999_999 } })
  expect([other.status, missing.status]).toEqual([404, 404])
  expect(other.message).toBe(missing.message)
  const guest = await becomeGuest(server, bearer, field)
  expect((await refuse(server, changeFileCall, { ...call, bearer: guest })).status).toBe(403)
  const { bearer: _bearer, ...anonymous } = call
  expect((await refuse(server, changeFileCall, anonymous)).status).toBe(401)
  expect(await stored()).toMatchObject({ description: before.description, notes: before.notes, file_type_id: 1 })
})

test.each([
  ['a type that does not exist', { ...details, file_type_id: 9 }],
  ['a description that is too long', { ...details, description: 'x'.repeat(2001) }],
  ['notes that are too long', { ...details, notes: 'x'.repeat(4001) }],
  ['text that turns around', { ...details, description: 'a\u202Eb' }],
  ['part of the details', { description: 'x' }],
])('%s is refused and changes nothing', async (_case, body) => {
  const { server, document, call, stored } = await start()
  expect((await refuse(server, changeFileCall, { ...call, body: body as typeof details })).status).toBe(400)
  expect(await stored()).toEqual(document)
})

test('a deleted document keeps its details', async () => {
  const { server, bearer, document, call } = await start()
  await succeed(server, deleteFileCall, { bearer, params: { id: document.id } })
  expect((await refuse(server, changeFileCall, call)).status).toBe(404)
})
