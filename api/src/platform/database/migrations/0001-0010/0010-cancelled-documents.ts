import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const cancelledDocuments: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema.alterTable('documents').addColumn('cancelled_at', 'bigint').execute()
    await db.schema.alterTable('documents').addColumn('cancelled_by', 'text').execute()
    await db.schema.alterTable('documents').addColumn('cancel_reason', 'text').execute()
  },
}
