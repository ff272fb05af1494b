import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const deadlines: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('documents').addColumn('deadline', 'bigint').execute()
    await db.schema.alterTable('documents').addColumn('expired_at', 'bigint').execute()
    await sql`CREATE INDEX documents_by_deadline ON documents (deadline)
      WHERE deadline IS NOT NULL AND expired_at IS NULL`.execute(db)
  },
}
