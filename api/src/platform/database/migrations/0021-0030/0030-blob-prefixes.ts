import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const blobPrefixes: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('blob_prefixes')
      .addColumn('sha256', 'text', (c) => c.primaryKey())
      .addColumn('within', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('blob_prefixes_by_container').on('blob_prefixes').column('within').execute()
    await db.schema
      .alterTable('documents')
      .addColumn('compacted', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createIndex('documents_to_compact')
      .on('documents')
      .column('id')
      .where(sql.ref('compacted'), '<', sql.ref('revision'))
      .execute()
  },
}
