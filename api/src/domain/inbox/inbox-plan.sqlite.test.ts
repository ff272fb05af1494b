import { type CompiledQuery, sql } from 'kysely'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invitationsInSendings, openInvitationsTo } from '../access/find-inbox.ts'

afterEach(closeTestServers)

const planOf = async (db: ApiDatabase, query: CompiledQuery): Promise<string[]> => {
  const statement = { ...sql``.compile(db), sql: `explain query plan ${query.sql}`, parameters: query.parameters }
  const { rows } = await db.executeQuery<{ detail: string }>(statement)
  return rows.map(({ detail }) => detail)
}

test.each([
  ['of the account', {}],
  ['that it opens', { invitationId: 1 }],
])('SQLite finds the open invitations %s by their addresses and the rest by key', async (_, entry) => {
  const { db, clock } = (await openTestServer()).services
  const addresses = ['ana@example.com', 'ana.oficina@example.com']
  const query = openInvitationsTo(db, addresses, { userId: 1, now: clock(), ...entry }).compile()
  const plan = await planOf(db, query)
  expect(plan).toContain(
    'invitationId' in entry
      ? 'SEARCH invitations USING INDEX sqlite_autoindex_invitations_1 (id=?)'
      : 'SEARCH invitations USING INDEX invitations_by_address (<expr>=?)',
  )
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
})

test('SQLite counts the documents of a sending without a scan', async () => {
  const { db } = (await openTestServer()).services
  const plan = await planOf(db, invitationsInSendings(db, [1, 2], ['ana@example.com']).compile())
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
})
