import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const TABLES = ['outbox', 'bulk_jobs', 'seal_jobs', 'completion_certificates', 'webhook_deliveries']

/**
 * Jobs that processes died with. Bulk jobs that six deaths in a row stopped go on: nothing else stopped with
 * `UNEXPECTED`.
 */
export const deathsMigration: Migration = {
  up: async (db: AnyDb) => {
    for (const table of TABLES) {
      await sql.raw(`ALTER TABLE ${table} ADD COLUMN deaths bigint NOT NULL DEFAULT 0`).execute(db)
      await sql.raw(`ALTER TABLE ${table} ADD COLUMN blamed bigint NOT NULL DEFAULT 0`).execute(db)
      await sql.raw(`ALTER TABLE ${table} ADD COLUMN died_at bigint`).execute(db)
    }
    await sql`UPDATE bulk_jobs SET state = 'pending', attempts = 0 WHERE state = 'stopped' AND reason = 'UNEXPECTED'`.execute(
      db,
    )
  },
}
