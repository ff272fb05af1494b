import fc from 'fast-check'
import { findFilesCall } from 'shared/contract'
import { listDeliveriesCall } from 'shared/contract/webhooks'
import { registerPerson, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, pathOf, refuse, succeed, type TestServer } from '../support/test-server.ts'
import { addWebhook } from '../support/webhook-receiver.ts'
import { fuzzSettings } from './fuzz-settings.ts'

let server: TestServer
let olga: string
let eva: string
let own: readonly number[]
let webhookId: number
let foreignPosition: number

beforeAll(async () => {
  server = await openTestServer({ resolve: async () => ['93.184.215.14'] })
  olga = (await registerPerson(server, 'olga')).access_token
  eva = (await registerPerson(server, 'eva')).access_token
  const url = 'https://ejemplo.com/'
  webhookId = (await addWebhook(server, { bearer: olga, url })).details.id
  await addWebhook(server, { bearer: eva, url })
  const ids: number[] = []
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
    await uploadDocument(server, eva, undefined, name)
    ids.push((await uploadDocument(server, olga, undefined, name)).id)
    await uploadDocument(server, eva, undefined, name)
  }
  own = ids
  const deliveries = await server.services.db.selectFrom('webhook_deliveries').selectAll().orderBy('position').execute()
  foreignPosition = deliveries.findLast(({ endpoint_id }) => endpoint_id !== webhookId)?.position ?? 0
})
afterAll(closeTestServers)

/** Newest first, as the log lists them. */
const ownDeliveries = async (): Promise<number[]> => {
  const query = server.services.db.selectFrom('webhook_deliveries').select('id').where('endpoint_id', '=', webhookId)
  return (await query.orderBy('position', 'desc').execute()).map(({ id }) => id)
}

const SORTS = ['name', 'newest', 'oldest'] as const

const ask = async (bearer: string, query: Record<string, string>) => {
  const answer = await server.app.inject({
    url: findFilesCall.path,
    query,
    headers: { authorization: `Bearer ${bearer}` },
  })
  return { status: answer.statusCode, ids: (answer.json().items ?? []).map(({ id }: { id: number }) => id) }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, 'base64url').toString())

const cursorOf = async (bearer: string, sort: string): Promise<string> =>
  (await succeed(server, findFilesCall, { bearer, query: { sort, limit: '1' } })).next_cursor ?? ''

test('a cursor with the mark of the own list and any place answers own documents alone, and never an error of the server', async () => {
  const prints = new Map<string, unknown>()
  for (const sort of SORTS) prints.set(sort, decode(await cursorOf(olga, sort))[0])
  const numbers = fc.oneof(
    fc.integer(),
    fc.constantFrom(-1, 0, 1, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, -1e308, 0.5, ...own),
  )
  const keys = fc.oneof(
    numbers,
    fc.string(),
    fc.constantFrom(null, true, [], {}, '\0', '￿'.repeat(5000), "' or 1=1 --"),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SORTS), keys, fc.oneof(numbers, keys), async (sort, key, id) => {
      const { status, ids } = await ask(olga, { sort, cursor: encode([prints.get(sort), key, id]) })
      expect([200, 400]).toContain(status)
      expect(ids.filter((found: number) => !own.includes(found))).toEqual([])
    }),
    fuzzSettings(60),
  )
})

test('the cursor of another account, of another order and of another search is refused', async () => {
  for (const sort of SORTS) {
    const cursor = await cursorOf(eva, sort)
    expect((await refuse(server, findFilesCall, { bearer: olga, query: { sort, cursor } })).code).toBe('VALIDATION')
    const mine = await cursorOf(olga, sort)
    for (const other of SORTS.filter((name) => name !== sort))
      expect((await ask(olga, { sort: other, cursor: mine })).status).toBe(400)
    expect((await ask(olga, { sort, q: 'a', cursor: mine })).status).toBe(400)
    const copied = encode([decode(mine)[0], ...decode(cursor).slice(1)])
    const { status, ids } = await ask(olga, { sort, cursor: copied })
    expect([200, 400]).toContain(status)
    expect(ids.filter((found: number) => !own.includes(found))).toEqual([])
  }
})

test('a cursor of the log of deliveries is a position in the own log, however it is written', async () => {
  const known = await ownDeliveries()
  const read = async (cursor: string) => {
    const answer = await server.app.inject({
      url: pathOf(listDeliveriesCall, { webhookId }),
      query: { cursor },
      headers: { authorization: `Bearer ${olga}` },
    })
    return { status: answer.statusCode, ids: (answer.json().items ?? []).map(({ id }: { id: number }) => id) }
  }
  expect(known.length).toBeGreaterThan(2)
  expect((await read(String(foreignPosition))).ids.every((id: number) => known.includes(id))).toBe(true)
  for (const cursor of [
    '-1',
    '0',
    '1.5',
    '1e3',
    'NaN',
    '',
    ' 1',
    '0x10',
    '1;2',
    '9'.repeat(400),
    '%00',
    '9223372036854775808',
  ])
    expect([cursor, (await read(cursor)).status]).toEqual([cursor, 400])
  expect(await read(String(Number.MAX_SAFE_INTEGER))).toEqual({ status: 200, ids: known })
  const asEva = await refuse(server, listDeliveriesCall, { bearer: eva, params: { webhookId }, query: { cursor: '1' } })
  expect(asEva.status).toBe(404)
})
