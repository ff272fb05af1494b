import { sql } from 'kysely'
import { startInvited } from '../../../test/support/invited.ts'
import { closeTestServers } from '../../../test/support/test-server.ts'
import { reminderCandidates } from './reminder-mailer.ts'

afterEach(closeTestServers)

test('SQLite finds unexpired standing invitations, their mails and documents by index', async () => {
  const { server } = await startInvited()
  const { db, clock } = server.services
  const { sql: text, parameters } = reminderCandidates(db, clock()).compile()
  const statement = { ...sql``.compile(db), sql: `explain query plan ${text}`, parameters }
  const { rows } = await db.executeQuery<{ detail: string }>(statement)
  expect(rows.map(({ detail }) => detail)).toEqual([
    'SEARCH invitations USING INDEX invitations_standing (expires_at>?)',
    'SEARCH outbox USING INDEX sqlite_autoindex_outbox_1 (id=?)',
    'SEARCH documents USING INDEX sqlite_autoindex_documents_1 (id=?)',
    'SEARCH participants USING INDEX sqlite_autoindex_participants_1 (id=?) LEFT-JOIN',
  ])
})
