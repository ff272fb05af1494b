import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const annotations: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('revisions').addColumn('request_key', 'text').execute()
    await db.schema
      .createTable('saved_signatures')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
      .addColumn('way', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('outlines', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('saved_signatures_by_user').on('saved_signatures').column('user_id').execute()
  },
}
