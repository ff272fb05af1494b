import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const severalProcesses: Migration = {
  up: async (db: AnyDb) => {
    for (const table of ['outbox', 'seal_jobs'])
      await db.schema.alterTable(table).addColumn('claimed_by', 'integer').execute()
    await db.schema
      .createTable('installation_keys')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('attempt_counts')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('paused_until', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('attempt_counts_by_end').on('attempt_counts').column('ends_at').execute()
  },
}
