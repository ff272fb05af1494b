import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const fvaRequests: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema
      .createTable('fva_requests')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('document_id', 'bigint', (c) => c.notNull().references('documents.id'))
      // No foreign key: guests' own fields are stored on signing.
      .addColumn('field_id', 'bigint', (c) => c.notNull())
      .addColumn('requester', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('origin', 'text')
      .addColumn('request_key', 'text', (c) => c.notNull())
      .addColumn('sent_sha256', 'text', (c) => c.notNull())
      .addColumn('declared_type', 'text', (c) => c.notNull())
      .addColumn('declared_number', 'text', (c) => c.notNull())
      .addColumn('shown', 'text')
      .addColumn('consent', 'text')
      .addColumn('external_id', 'bigint')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('problem', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('fva_requests_by_field').on('fva_requests').column('field_id').execute()
    await db.schema.createIndex('fva_requests_by_document').on('fva_requests').column('document_id').execute()
    await db.schema
      .createIndex('fva_requests_by_external_id')
      .on('fva_requests')
      .column('external_id')
      .unique()
      .execute()
  },
}
