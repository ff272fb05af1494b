import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

/** Documents of a sending whose end was told in a mail, and the further files of a mail. */
export const finalMailsMigration: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('documents').addColumn('end_told_at', 'bigint').execute()
    await db.schema.alterTable('outbox').addColumn('further_attachments', 'text').execute()
    // Until now each complete document was told by itself.
    await sql`update documents set end_told_at = completed_at where sending_id is not null`.execute(db)
  },
}
