import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const askedCertificates: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('fields').addColumn('certificate_identification', 'text').execute()
  },
}
