import type { Migration } from 'kysely/migration'

export const signatureRequests: Migration = {
  up: async (db) => {
    await db.schema.alterTable('signatures').addColumn('request_key', 'text').execute()
  },
}
