import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const documentCreators: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema.alterTable('documents').addColumn('created_by_token', 'bigint').execute()
  },
}
