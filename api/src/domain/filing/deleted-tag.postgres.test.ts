import { sql } from 'kysely'
import { applyTagsCall } from 'shared/contract/tags'
import { duplicateTemplateCall, useTemplateCall } from 'shared/contract/templates'
import { makeTemplate } from '../../../test/support/bulk.ts'
import { untilTrue } from '../../../test/support/eventually.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
let bearer: string
beforeEach(async () => {
  server = await openTestServer()
  bearer = (await registerPerson(server, 'olga')).access_token
})
afterEach(closeTestServers)

/** Another request of this database waits for a lock. */
const isWaiting = async (): Promise<boolean> => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.services.db)
  return rows.length > 0
}

/** Runs `work` while a transaction that has deleted the account's tags is not committed yet. */
const whileDeleting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { db } = server.services
  let running: Promise<Result> | undefined
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('tags').execute()
    running = work()
    await untilTrue('a request that waits for the tag', isWaiting)
  })
  if (running === undefined) throw new Error('the work has not begun')
  return running
}

test('a template makes documents and copies while its tag is deleted: they lack the tag', async () => {
  const template = await makeTemplate(server, bearer)
  const tag = () =>
    succeed(server, applyTagsCall, {
      bearer,
      body: { documents: [], templates: [template.id], add: ['Alquileres'], remove: [] },
    })
  const params = { id: template.id }
  const people = [{ role: 'r1', name: 'Luis Mata', email: 'luis@example.com' }]
  await tag()
  const made = await whileDeleting(() =>
    succeed(server, useTemplateCall, { bearer, params, body: { name: 'Contrato', people } }),
  )
  expect(made.template_id).toBe(template.id)
  await tag()
  const copied = await whileDeleting(() => succeed(server, duplicateTemplateCall, { bearer, params, body: {} }))
  expect(copied.tags).toBeUndefined()
  expect(await server.services.db.selectFrom('document_tags').selectAll().execute()).toEqual([])
})
