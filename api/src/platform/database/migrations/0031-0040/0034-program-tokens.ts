import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const programTokens: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('program_tokens')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('hint', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema
      .createTable('kept_replies')
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
      .addColumn('request_key', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('status', 'integer')
      .addColumn('body', 'text')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('kept_replies_pk', ['user_id', 'request_key'])
      .execute()
    await db.schema.createIndex('kept_replies_by_end').on('kept_replies').column('expires_at').execute()
    await db.schema.createIndex('program_tokens_by_user').on('program_tokens').column('user_id').execute()
  },
}
