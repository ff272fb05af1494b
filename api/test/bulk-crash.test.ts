import { changeBulkJobCall, createBulkJobCall, getBulkJobCall } from 'shared/contract/bulk'
import { createSendingCall } from 'shared/contract/sendings'
import { createTemplateCall } from 'shared/contract/templates'
import { scaled } from 'shared/testing/limits'
import { csvOf } from './support/bulk.ts'
import { type ChildHome, openChildHome } from './support/child-home.ts'
import { placeField, register, upload } from './support/child-people.ts'
import { ask, type ChildServer, FAULTY_MAIN } from './support/child-server.ts'
import { giveOrder } from './support/fault-orders.ts'
import { threePages } from './support/people.ts'

const ROWS = process.env.TRAZO_TEST_ALL === '1' ? 1000 : 45

jest.setTimeout(scaled(900_000))

const KILLS = [
  'before begin > * > update bulk_rows > * > commit #7',
  'after begin > * > update bulk_rows > * > commit #9',
  'after update bulk_jobs #21',
]

let home: ChildHome
let server: ChildServer

const start = async (): Promise<void> => {
  server = await home.start({ RATE_LIMIT_FACTOR: '1000' }, FAULTY_MAIN)
}

beforeEach(async () => {
  home = await openChildHome('bulk')
  await start()
})
afterEach(async () => {
  await home.remove()
})

const uploadWithField = async (bearer: string) => {
  const { id } = await upload(server, bearer, threePages())
  return { id, field: await placeField(server, bearer, id, 'ana') }
}

/** `together`: of a set of two documents. */
const startJob = async (bearer: string, { rows = ROWS, together = false } = {}): Promise<number> => {
  const document = await uploadWithField(bearer)
  if (together) {
    const body = { documents: [document.id, (await uploadWithField(bearer)).id] }
    await ask(server, createSendingCall, { bearer, body })
  }
  const roles = [{ key: String(document.field.id), name: 'Arrendatario' }]
  const body = { document_id: document.id, name: 'Alquiler', roles, message: '' }
  const { id } = await ask(server, createTemplateCall, { bearer, body })
  return (await ask(server, createBulkJobCall, { bearer, params: { id }, body: { file: csvOf(rows) } })).id
}

const ended = async (bearer: string, id: number) => {
  for (;;) {
    const job = await ask(server, getBulkJobCall, { bearer, params: { id } })
    if (job.state !== 'running') return job
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const examine = async () => {
  const db = await home.openDb()
  try {
    const rows = await db.selectFrom('bulk_rows').select(['document_id', 'state']).execute()
    const uses = await db.selectFrom('template_uses').select('document_id').execute()
    const mails = await db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').execute()
    const invitations = await db.selectFrom('invitations').select('document_id').execute()
    return {
      sent: rows.filter(({ state }) => state === 'sent').length,
      documentsOfRows: new Set(rows.map(({ document_id }) => document_id)).size,
      documents: uses.length,
      invitations: invitations.length,
      mails: mails.length,
      addresses: new Set(mails.map(({ to_key }) => to_key)).size,
    }
  } finally {
    await db.destroy()
  }
}

test(`a job of ${ROWS} rows that is killed three times creates each document and invitation once`, async () => {
  const { access_token: bearer } = await register(server)
  const id = await startJob(bearer)
  for (const point of KILLS) {
    await giveOrder(home.dataDir, `kill ${point}`)
    await server.ended
    await start()
  }
  expect(await ended(bearer, id)).toMatchObject({ state: 'done', total: ROWS, sent: ROWS, failed: 0 })
  const [all, expected] = [await examine(), ROWS]
  expect(all).toEqual({
    sent: expected,
    documentsOfRows: expected,
    documents: expected,
    invitations: expected,
    mails: expected,
    addresses: expected,
  })
})

test('a job of a set that is killed within its rows makes each sending whole and once', async () => {
  const { access_token: bearer } = await register(server)
  const rows = 12
  const id = await startJob(bearer, { rows, together: true })
  const within = [
    'before begin > * > insert template_uses > * > insert template_uses #2',
    'before begin > * > update bulk_rows > * > commit #3',
    'after begin > * > update bulk_rows > * > commit #2',
  ]
  for (const point of within) {
    await giveOrder(home.dataDir, `kill ${point}`)
    await server.ended
    await start()
  }
  expect(await ended(bearer, id)).toMatchObject({ state: 'done', total: rows, sent: rows, failed: 0 })
  const counts = { documents: 2 * rows, invitations: 2 * rows, mails: rows, addresses: rows }
  expect(await examine()).toEqual({ sent: rows, documentsOfRows: rows, ...counts })
  const db = await home.openDb()
  const made = await db
    .selectFrom('documents')
    .select('sending_id')
    .where('original_filename', 'like', '% · %')
    .execute()
  await db.destroy()
  const sendings = Map.groupBy(made, ({ sending_id }) => sending_id)
  expect([...sendings.values()].map(({ length }) => length)).toEqual(Array.from({ length: rows }, () => 2))
})

test('a row that kills two processes stops its job with its number, and the rest is sent', async () => {
  const { access_token: bearer } = await register(server)
  const id = await startJob(bearer)
  await giveOrder(home.dataDir, 'kill before begin > * > update bulk_rows > * > commit #3')
  await server.ended
  const killer = await home.openDb()
  const { row_number: row } = await killer
    .selectFrom('bulk_rows')
    .select('row_number')
    .where('state', '=', 'pending')
    .orderBy('row_number')
    .executeTakeFirstOrThrow()
  await killer.destroy()
  await giveOrder(home.dataDir, 'kill before begin > * > update bulk_rows > * > commit')
  await start()
  await server.ended
  await start()
  const stopped = await ended(bearer, id)
  expect(stopped).toMatchObject({ state: 'stopped', failed: 1 })
  expect(stopped.reason).toContain(`La fila ${row} hizo caer el servidor dos veces`)
  const audit: unknown = JSON.parse(server.log.find((line) => line.includes('"event":"job-stopped"')) ?? '{}')
  expect(audit).toMatchObject({ audit: true, kind: 'bulk', number: id, row })
  await ask(server, changeBulkJobCall, { bearer, params: { id }, body: { action: 'resume' } })
  expect(await ended(bearer, id)).toMatchObject({ state: 'done', sent: ROWS - 1, failed: 1 })
  expect(await examine()).toMatchObject({ documents: ROWS - 1, invitations: ROWS - 1, addresses: ROWS - 1 })
})
