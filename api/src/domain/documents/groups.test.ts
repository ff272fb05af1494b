import {
  cancelDocumentCall,
  deleteFieldCall,
  deleteFileCall,
  digitalSignCall,
  EVENTS_AT_HEADER,
  fileEventsCall,
  findFilesCall,
  type GroupCounts,
  getFileCall,
  type SignatureField,
  type UserFile,
} from 'shared/contract'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import { addressOf } from '../../../test/support/event-client.ts'
import {
  becomeGuest,
  drawing,
  inviteSigner,
  placeField,
  registerPerson,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const none: GroupCounts = { all: 0, owner: 0, others: 0, completed: 0, archived: 0 }
const own = { field_type: 'PRIMARY', signer_name: 'Olga', signer_email: '' } as const

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const page = (query: Record<string, string> = {}, token = bearer) =>
    succeed(server, findFilesCall, { bearer: token, query: { counts: 'true', ...query } })
  const sign = (file: UserFile, field: SignatureField, token = bearer) =>
    succeed(server, digitalSignCall, {
      bearer: token,
      params: { fieldId: field.id },
      body: { field_id: field.id, signature_data: drawing(), ...stated(file) },
    })
  return {
    server,
    bearer,
    page,
    sign,
    counts: async (token = bearer) => (await page({}, token)).counts,
    waiting: async (file: UserFile) =>
      (await succeed(server, getFileCall, { bearer, params: { id: file.id } })).waits_for,
    names: async (waits_for: string) =>
      (await page({ waits_for })).documents.map(({ original_filename }) => original_filename),
  }
}

test('a document moves from draft to the groups owner, others and completed', async () => {
  const { server, bearer, counts, waiting, names, sign } = await start()
  expect(await counts()).toEqual(none)
  const file = await uploadDocument(server, bearer)
  expect(file.waits_for).toBeNull()
  const ana = await placeField(server, bearer, file.id)
  expect(await waiting(file)).toBeNull()
  const olga = await placeField(server, bearer, file.id, own)
  expect(await counts()).toEqual({ ...none, all: 1, owner: 1 })
  expect(await names('owner')).toEqual(['Contrato.pdf'])
  const guest = await becomeGuest(server, bearer, ana)
  expect(await waiting(file)).toBe('owner')

  await sign(file, olga)
  expect(await counts()).toEqual({ ...none, all: 1, others: 1 })
  expect(await names('others')).toEqual(['Contrato.pdf'])
  expect(await names('owner')).toEqual([])

  const { sha256 } = await succeed(server, getFileCall, { bearer, params: { id: file.id } })
  await sign({ ...file, sha256 }, ana, guest)
  await server.sealing.tick()
  expect(await waiting(file)).toBeNull()
  expect(await counts()).toEqual({ ...none, all: 1, completed: 1 })
})

test('deleted fields, cancelled documents and deleted documents leave the waiting groups', async () => {
  const { server, bearer, counts } = await start()
  const [first, second, third] = [
    await uploadDocument(server, bearer),
    await uploadDocument(server, bearer),
    await uploadDocument(server, bearer),
  ]
  const field = await placeField(server, bearer, first.id, own)
  await inviteSigner(server, bearer, await placeField(server, bearer, second.id))
  await inviteSigner(server, bearer, await placeField(server, bearer, third.id))
  expect(await counts()).toEqual({ ...none, all: 3, owner: 1, others: 2 })
  await succeed(server, deleteFieldCall, { bearer, params: { id: field.id } })
  await succeed(server, cancelDocumentCall, { bearer, params: { id: second.id }, body: { reason: 'No' } })
  await succeed(server, deleteFileCall, { bearer, params: { id: third.id } })
  expect(await counts()).toEqual({ ...none, all: 2 })
})

test('with a signing order, the document waits for the signer whose turn has come', async () => {
  const { server, bearer, waiting } = await start()
  const file = await uploadDocument(server, bearer)
  const ana = await placeField(server, bearer, file.id)
  const olga = await placeField(server, bearer, file.id, own)
  await inviteSigner(server, bearer, ana)
  const order = (...steps: number[][]) =>
    succeed(server, setSigningOrderCall, { bearer, params: { id: file.id }, body: { mode: 'ordered', steps } })
  await order([ana.id], [olga.id])
  expect(await waiting(file)).toBe('others')
  await order([olga.id], [ana.id])
  expect(await waiting(file)).toBe('owner')
})

test('the API counts only the account’s own documents, and only on request', async () => {
  const { server, bearer, counts, page } = await start()
  await placeField(server, bearer, (await uploadDocument(server, bearer)).id, own)
  const { access_token: other } = await registerPerson(server, 'pedro')
  expect(await counts(other)).toEqual(none)
  expect((await page({ q: 'nada', waits_for: 'others' })).counts).toEqual({ ...none, all: 1, owner: 1 })
  const plain = await succeed(server, findFilesCall, { bearer, query: { limit: '1' } })
  expect(plain.counts).toBeUndefined()
})

test('a page of the list and an event stream report the same event position', async () => {
  const { server, bearer, page } = await start()
  const address = await addressOf(server)
  const streamAt = async () => {
    const abort = new AbortController()
    const headers = { authorization: `Bearer ${bearer}` }
    const answer = await fetch(`${address}${fileEventsCall.path}`, { headers, signal: abort.signal })
    abort.abort()
    return answer.headers.get(EVENTS_AT_HEADER)
  }
  const { events_at } = await page()
  expect(await streamAt()).toBe(events_at)
  await uploadDocument(server, bearer)
  expect(await streamAt()).not.toBe(events_at)
  expect((await page()).events_at).toBe(await streamAt())
})
