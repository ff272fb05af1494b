import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const programClients: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .alterTable('program_tokens')
      .addColumn('kind', 'text', (c) => c.notNull().defaultTo('token'))
      .execute()
    await db.schema
      .createTable('client_access_tokens')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('client_id', 'bigint', (c) => c.notNull().references('program_tokens.id').onDelete('cascade'))
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('client_access_tokens_by_client')
      .on('client_access_tokens')
      .column('client_id')
      .execute()
  },
}
