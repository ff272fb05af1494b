import { createFieldCall, deleteFieldCall, listFieldsCall, sendInvitationCall } from 'shared/contract'
import { createApiClient } from '../../../../test/support/api-clients.ts'
import { registerPerson, uploadDocument } from '../../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'

const KEY = 'pedido-2026-000001'

let server: TestServer
let olga: string
let token: string
let documentId: number

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
  token = (await createApiClient(server, olga)).token
  documentId = (await uploadDocument(server, olga)).id
})
afterEach(closeTestServers)

const place = (change: object = {}, key = KEY, bearer = token) =>
  server.app.inject({
    method: 'POST',
    url: createFieldCall.path,
    headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': key },
    payload: {
      field_id: 'firma_1',
      field_type: 'SECONDARY',
      signer_name: 'Ana Rojas',
      signer_email: 'ana@example.com',
      user_file_id: documentId,
      ...change,
    },
  })
const invite = (fieldId: number, key: string) =>
  server.app.inject({
    method: 'POST',
    url: pathOf(sendInvitationCall, { id: documentId }),
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: {
      email: 'ana@example.com',
      signer_name: 'Ana Rojas',
      document_url: '',
      field_id: fieldId,
      field_coordinates: null,
    },
  })
const invitations = async () =>
  (await server.services.db.selectFrom('outbox').select('id').where('kind', '=', 'invitation').execute()).length
const remove = (id: number) => succeed(server, deleteFieldCall, { bearer: token, params: { id } })
const fields = () => succeed(server, listFieldsCall, { bearer: token, query: { user_file_id: String(documentId) } })

test('a repeated call with the same idempotency key and body gets the first response and changes nothing', async () => {
  const [first, second] = [await place(), await place()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  await remove(first.json().id)
  expect((await place()).json()).toEqual(first.json())
  expect(await fields()).toEqual([])
  expect((await place({}, 'pedido-2026-000002')).json().id).not.toBe(first.json().id)
})

test('simultaneous calls with one idempotency key send one invitation', async () => {
  const { id } = (await place()).json()
  const statuses = (await Promise.all([1, 2, 3].map(() => invite(id, 'pedido-2026-000002')))).map(
    ({ statusCode }) => statusCode,
  )
  expect(statuses.filter((status) => status !== 409)).toContain(200)
  expect(await invitations()).toBe(1)
  await invite(id, 'pedido-2026-000003')
  expect(await invitations()).toBe(2)
})

test('the API refuses an idempotency key that is reused with another body or another call', async () => {
  const { id } = (await place()).json()
  expect((await place({ label: 'Otra' })).json()).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  expect((await invite(id, KEY)).statusCode).toBe(422)
})

test('after a refused call, its idempotency key works with a corrected body', async () => {
  expect((await place({ page: 99 })).json().code).toBe('PAGE_OUT_OF_RANGE')
  expect((await place()).statusCode).toBe(201)
})

test('an idempotency key belongs to one account, lasts a day and must have the valid form', async () => {
  const pedro = (await registerPerson(server, 'pedro')).access_token
  const other = (await createApiClient(server, pedro)).token
  const { id } = (await place()).json()
  expect((await place({}, KEY, other)).statusCode).toBe(404)
  expect((await place({}, 'corta')).json().code).toBe('IDEMPOTENCY_KEY_INVALID')
  await remove(id)
  await server.services.db.updateTable('kept_replies').set({ expires_at: server.clock.now() }).execute()
  expect((await place()).json().id).not.toBe(id)
  const kept = await server.services.db.selectFrom('kept_replies').select('expires_at').execute()
  expect(kept).toEqual([{ expires_at: server.clock.now() + DAY_MS }])
})

test('the idempotency key of a call that never finished becomes available after a minute', async () => {
  const { id } = (await place()).json()
  await remove(id)
  await server.services.db
    .updateTable('kept_replies')
    .set({ status: null, body: null, expires_at: server.clock.now() + MINUTE_MS })
    .execute()
  const busy = await place()
  expect([busy.json().code, busy.headers['retry-after']]).toEqual(['IDEMPOTENCY_KEY_BUSY', '1'])
  server.clock.advance(MINUTE_MS)
  expect((await place()).statusCode).toBe(201)
})
