import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What reminders need: mails that know their invitation, and since when an invitation that was at rest goes on. */
export const invitationLife: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema.alterTable('invitations').addColumn('resumed_at', 'bigint').execute()
    await db.schema.alterTable('outbox').addColumn('invitation_id', 'bigint').execute()
    await db.schema.alterTable('outbox').addColumn('unsubscribe_url', 'text').execute()
    await db.schema.createIndex('outbox_by_invitation').on('outbox').column('invitation_id').execute()
  },
}
