import { getBulkJobCall } from 'shared/contract/bulk'
import { begin, csvOf, makeTemplate, sendRows } from '../../../test/support/bulk.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('two processes send each row once, also when a claim ran out under way', async () => {
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
