import { sql } from 'kysely'
import { registerPerson, uploadDocument } from '../../../../../test/support/people.ts'
import { closeTestServers, openTestServer } from '../../../../../test/support/test-server.ts'
import { invitationsOpenAlone } from './0020-invitations-open-alone.ts'

afterEach(closeTestServers)

test('the migration ends sharing that came only from an invitation and keeps generated links', async () => {
  const server = await openTestServer()
  const { db } = server.services
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const invited = await uploadDocument(server, bearer)
  const generated = await uploadDocument(server, bearer)
  await sql`update documents set shared_at = 1`.execute(db)
  await db.updateTable('documents').set({ public_link_at: 1 }).where('id', '=', generated.id).execute()
  await invitationsOpenAlone.up(db as never)
  const sharedAt = async (id: number) =>
    (await db.selectFrom('documents').select('shared_at').where('id', '=', id).executeTakeFirstOrThrow()).shared_at
  expect([await sharedAt(invited.id), await sharedAt(generated.id)]).toEqual([null, 1])
})
