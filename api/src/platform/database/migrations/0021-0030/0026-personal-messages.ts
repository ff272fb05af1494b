import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const personalMessages: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('invitations').addColumn('personal_message', 'text').execute()
  },
}
