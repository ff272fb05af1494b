import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const uploadKeys: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('upload_keys')
      .addColumn('owner_id', 'bigint', (c) => c.notNull())
      .addColumn('request_key', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      // No foreign key: a document may be deleted before its key.
      .addColumn('document_id', 'bigint', (c) => c.notNull())
      .addColumn('hides_drawings', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('upload_keys_pk', ['owner_id', 'request_key'])
      .execute()
    await db.schema.createIndex('upload_keys_by_expiry').on('upload_keys').column('expires_at').execute()
  },
}
