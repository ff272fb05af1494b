import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const documentModes: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .alterTable('documents')
      .addColumn('signing_mode', 'text', (column) => column.notNull().defaultTo('electronic'))
      .execute()
  },
}
