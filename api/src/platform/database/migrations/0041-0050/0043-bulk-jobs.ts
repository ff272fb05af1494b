import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const createJobs = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('bulk_jobs')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('owner_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('template_id', 'bigint', (c) => c.notNull())
    .addColumn('template_name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('program_id', 'bigint')
    .addColumn('separator', 'text', (c) => c.notNull())
    .addColumn('request_key', 'text')
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('worked_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('claimed_by', 'bigint')
    .execute()
  await db.schema.createIndex('bulk_jobs_due').on('bulk_jobs').columns(['state', 'worked_at']).execute()
  await db.schema.createIndex('bulk_jobs_by_template').on('bulk_jobs').column('template_id').execute()
  await db.schema
    .createIndex('bulk_jobs_by_key')
    .on('bulk_jobs')
    .columns(['owner_id', 'request_key'])
    .unique()
    .execute()
}

const createRows = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('bulk_rows')
    .addColumn('job_id', 'bigint', (c) => c.notNull().references('bulk_jobs.id'))
    .addColumn('row_number', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('request', 'text')
    .addColumn('document_id', 'bigint')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('bulk_rows_pk', ['job_id', 'row_number'])
    .execute()
  await db.schema.createIndex('bulk_rows_by_state').on('bulk_rows').columns(['job_id', 'state', 'row_number']).execute()
}

export const bulkJobs: Migration = {
  up: async (db: AnyDb) => {
    await createJobs(db)
    await createRows(db)
  },
}
