import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

/** Documents that are sent together have the same number and an order. */
export const sendingsMigration: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('documents').addColumn('sending_id', 'bigint').execute()
    await db.schema.alterTable('documents').addColumn('sending_position', 'integer').execute()
    await db.schema
      .createIndex('documents_by_sending')
      .on('documents')
      .column('sending_id')
      .where('sending_id', 'is not', null)
      .execute()
  },
}
