import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const listedOrigins: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.createIndex('embedding_origins_by_origin').on('embedding_origins').column('origin').execute()
  },
}
