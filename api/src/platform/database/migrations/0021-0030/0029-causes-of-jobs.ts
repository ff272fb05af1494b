import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const causesOfJobs: Migration = {
  up: async (db: AnyDb) => {
    for (const table of ['outbox', 'seal_jobs', 'completion_certificates'])
      for (const column of ['request_id', 'trace_parent'])
        await db.schema.alterTable(table).addColumn(column, 'text').execute()
  },
}
