import { sql } from 'kysely'
import { openSharedStore, type TestStore } from '../../../test/support/test-store.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { claimMail } from './claim-mail.ts'

const NOW = 1000
const MAILS = 5
const none = { inHand: [], onlyCodes: false, paused: [], occupied: [] }
const claims = { process: 7, startedAt: 0, freeDead: async () => undefined }

let store: TestStore
let db: ApiDatabase
beforeEach(async () => {
  store = await openSharedStore()
  db = await store.openDb()
  const texts = { to_name: '', to_address: '', to_key: '', subject: '', text_body: '', html_body: '' }
  const mail = {
    kind: 'invitation',
    ...texts,
    created_at: 0,
    next_attempt_at: 0,
    state: 'pending',
    attempts: 0,
  } as const
  for (let id = 1; id <= MAILS; id += 1)
    await db
      .insertInto('outbox')
      .values({ id, ...mail })
      .execute()
})
afterEach(async () => {
  await db.destroy()
  await store.drop()
})

test.each(['the planner chooses', 'rows are joined one by one'])(
  'one claim takes exactly one mail when %s',
  async (plan) => {
    const attempts = await db.connection().execute(async (connection) => {
      if (plan !== 'the planner chooses')
        for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'])
          await sql.raw(`set enable_${way} = off`).execute(connection)
      const claimed = await claimMail(connection, claims, { ...none, now: NOW })
      expect(claimed).toBeDefined()
      return connection.selectFrom('outbox').select('attempts').orderBy('attempts').execute()
    })
    expect(attempts.map((mail) => mail.attempts)).toEqual([0, 0, 0, 0, 1])
  },
)
