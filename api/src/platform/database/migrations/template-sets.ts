import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

/** Templates that are used together have the same number and an order; a row of a bulk job makes their documents. */
export const templateSetsMigration: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('templates').addColumn('set_id', 'bigint').execute()
    await db.schema.alterTable('templates').addColumn('set_position', 'integer').execute()
    await db.schema.alterTable('templates').addColumn('document_name', 'text').execute()
    await db.schema
      .createIndex('templates_by_set')
      .on('templates')
      .column('set_id')
      .where('set_id', 'is not', null)
      .execute()
    await db.schema
      .alterTable('bulk_jobs')
      .addColumn('row_documents', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
