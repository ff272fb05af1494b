import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const invitationLife: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema.alterTable('invitations').addColumn('resumed_at', 'bigint').execute()
    await db.schema.alterTable('outbox').addColumn('invitation_id', 'bigint').execute()
    await db.schema.alterTable('outbox').addColumn('unsubscribe_url', 'text').execute()
    await db.schema
      .createIndex('invitations_standing')
      .on('invitations')
      .column('expires_at')
      .where(sql.ref('revoked_at'), 'is', null)
      .where(sql.ref('used_at'), 'is', null)
      .execute()
    await db.schema.createIndex('outbox_by_invitation').on('outbox').column('invitation_id').execute()
  },
}
