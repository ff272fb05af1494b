import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who created older webhooks is not known: they count as created in a session. */
export const webhookCreators: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema.alterTable('webhook_endpoints').addColumn('created_by_token', 'bigint').execute()
    await db.schema.alterTable('webhook_endpoints').addColumn('paused_because', 'text').execute()
  },
}
