import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

/** The folder with second copies, and removals that only its copies wait for. */
export const replicaMigration: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('blob_replicas')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .alterTable('blob_removals')
      .addColumn('copy_only', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
