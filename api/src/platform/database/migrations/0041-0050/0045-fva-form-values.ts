import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const fvaFormValues: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema.alterTable('fva_requests').addColumn('form_values', 'text').execute()
  },
}
