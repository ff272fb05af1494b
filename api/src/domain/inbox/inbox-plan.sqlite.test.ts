import { sql } from 'kysely'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { openInvitationsTo } from '../access/find-inbox.ts'

afterEach(closeTestServers)

test.each([
  ['of the account', {}],
  ['that it opens', { invitationId: 1 }],
])('SQLite finds the open invitations %s by their addresses and the rest by key', async (_, entry) => {
  const { db, clock } = (await openTestServer()).services
  const addresses = ['ana@example.com', 'ana.oficina@example.com']
  const query = openInvitationsTo(db, addresses, { userId: 1, now: clock(), ...entry }).compile()
  const statement = { ...sql``.compile(db), sql: `explain query plan ${query.sql}`, parameters: query.parameters }
  const { rows } = await db.executeQuery<{ detail: string }>(statement)
  const plan = rows.map(({ detail }) => detail)
  expect(plan).toContain(
    'invitationId' in entry
      ? 'SEARCH invitations USING INDEX sqlite_autoindex_invitations_1 (id=?)'
      : 'SEARCH invitations USING INDEX invitations_by_address (<expr>=?)',
  )
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
})
