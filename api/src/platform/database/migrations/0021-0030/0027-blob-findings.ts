import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const blobFindings: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('blob_findings')
      .addColumn('sha256', 'text', (c) => c.primaryKey())
      .addColumn('fault', 'text', (c) => c.notNull())
      .addColumn('found_at', 'bigint', (c) => c.notNull())
      .addColumn('checked_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('blob_scrubs')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('position', 'text', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('began_at', 'bigint', (c) => c.notNull())
      .addColumn('complete_since', 'bigint')
      .execute()
  },
}
