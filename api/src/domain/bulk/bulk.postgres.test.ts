import { deleteAccountCall } from 'shared/contract/accounts'
import { changeBulkJobCall, getBulkJobCall } from 'shared/contract/bulk'
import { begin, csvOf, makeTemplate, sendRows } from '../../../test/support/bulk.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { prove } from '../../../test/support/security.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('two processes send each row once, also when a claim expires while a row is being sent', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  const bearer = (await registerPerson(a, 'olga')).access_token
  const { id } = await begin(a, bearer, await makeTemplate(a, bearer), { file: csvOf(24) })
  const { db } = a.services
  for (let round = 0; round < 12; round++) {
    const first = sendRows(a, 1)
    await db.updateTable('bulk_jobs').set({ claimed_until: null }).execute()
    await Promise.all([first, sendRows(b, 1)])
  }
  await Promise.all([sendRows(a), sendRows(b)])
  await sendRows(a)
  expect(await succeed(a, getBulkJobCall, { bearer, params: { id } })).toMatchObject({ state: 'done', sent: 24 })
  const mails = await db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').execute()
  expect([mails.length, new Set(mails.map(({ to_key }) => to_key)).size]).toEqual([24, 24])
  expect(await db.selectFrom('template_uses').select('document_id').execute()).toHaveLength(24)
})

test('when a job is cancelled during a row, the row counts agree with the created documents', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  const bearer = (await registerPerson(a, 'olga')).access_token
  const template = await makeTemplate(a, bearer)
  for (let round = 1; round <= 4; round++) {
    const { id } = await begin(a, bearer, template, { file: csvOf(3) })
    const cancelling = { bearer, params: { id }, body: { action: 'cancel' as const } }
    await Promise.all([a.bulk.tick(), succeed(b, changeBulkJobCall, cancelling)])
    await sendRows(b)
    const { state, sent, cancelled } = await succeed(a, getBulkJobCall, { bearer, params: { id } })
    expect([state, sent + cancelled]).toEqual(['cancelled', 3])
  }
  const { db } = a.services
  const sent = await db.selectFrom('bulk_rows').select('document_id').where('state', '=', 'sent').execute()
  const made = await db.selectFrom('template_uses').select('document_id').execute()
  expect(made.map(({ document_id }) => document_id).sort()).toEqual(sent.map(({ document_id }) => document_id).sort())
})

test('when an account is deleted during a row, no open document or pending row remains', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  for (const name of ['olga', 'eva', 'ana']) {
    const bearer = (await registerPerson(a, name)).access_token
    await begin(a, bearer, await makeTemplate(a, bearer), { file: csvOf(3) })
    const body = { proof: await prove(a, bearer), username: name }
    await Promise.all([b.bulk.tick(), succeed(a, deleteAccountCall, { bearer, body })])
    await sendRows(b)
  }
  const open = await a.services.db.selectFrom('documents').select('id').where('deleted_at', 'is', null).execute()
  const waiting = await a.services.db.selectFrom('bulk_rows').select('job_id').where('state', '=', 'pending').execute()
  expect([open, waiting]).toEqual([[], []])
})
