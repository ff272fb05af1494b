import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const embeddingOrigins: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('embedding_origins')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
      .addColumn('origin', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('embedding_origins_once', ['user_id', 'origin'])
      .execute()
  },
}
