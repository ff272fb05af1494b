import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const contacts: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('contacts')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
      .addColumn('email_key', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('search_text', 'text', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('contacts_once', ['user_id', 'email_key'])
      .execute()
    await db.schema.createIndex('contacts_by_use').on('contacts').columns(['user_id', 'last_used_at']).execute()
    await db.schema.createIndex('contacts_by_age').on('contacts').column('last_used_at').execute()
  },
}
