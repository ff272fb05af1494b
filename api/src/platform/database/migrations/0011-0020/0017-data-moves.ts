import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

/** Progress of `migrate-data/`. */
export const dataMoves: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('data_moves')
      .addColumn('source', 'text', (c) => c.primaryKey())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .execute()
    await db.schema
      .createTable('moved_rows')
      .addColumn('table_name', 'text', (c) => c.primaryKey())
      .addColumn('last_row', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('moved_blobs')
      .addColumn('sha256', 'text', (c) => c.primaryKey())
      .execute()
  },
}
