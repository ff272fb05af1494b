import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const cardRequests: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('card_requests')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      // No foreign key: guests' own fields are stored on signing.
      .addColumn('field_id', 'bigint', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('request_key', 'text', (c) => c.notNull())
      .addColumn('base_sha256', 'text', (c) => c.notNull())
      .addColumn('drawing', 'text', (c) => c.notNull())
      .addColumn('certificate', 'text', (c) => c.notNull())
      .addColumn('to_be_signed', 'text', (c) => c.notNull())
      .addColumn('declared_type', 'text', (c) => c.notNull())
      .addColumn('declared_number', 'text', (c) => c.notNull())
      .addColumn('prepared_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('card_requests_by_field').on('card_requests').column('field_id').execute()
    await db.schema.createIndex('card_requests_by_expiry').on('card_requests').column('expires_at').execute()
  },
}
