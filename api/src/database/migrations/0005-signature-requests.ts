import type { Migration } from 'kysely/migration'

/** By which request a field was signed, so that the same request sent again gets the same answer. */
export const signatureRequests: Migration = {
  up: async (db) => {
    await db.schema.alterTable('signatures').addColumn('request_key', 'text').execute()
  },
}
