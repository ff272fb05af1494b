import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const unmetRules: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('seal_jobs').addColumn('unmet_rules', 'text').execute()
  },
}
