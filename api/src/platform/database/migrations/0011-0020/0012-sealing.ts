import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const sealing: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema
      .createTable('seal_jobs')
      .addColumn('document_id', 'bigint', (column) => column.primaryKey().references('documents.id'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_until', 'bigint')
      .addColumn('problem', 'text')
      .addColumn('last_error', 'text')
      .addColumn('finished_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('seal_jobs_due')
      .on('seal_jobs')
      .column('next_attempt_at')
      .where(sql.ref('state'), '=', 'pending')
      .execute()
    await db.schema
      .createTable('seals')
      .addColumn('document_id', 'bigint', (column) => column.notNull().references('documents.id'))
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('sealed_at', 'bigint', (column) => column.notNull())
      .addColumn('log_head', 'text', (column) => column.notNull())
      .addColumn('level', 'text', (column) => column.notNull())
      .addColumn('timestamp_authority', 'text', (column) => column.notNull())
      .addColumn('timestamp_at', 'bigint', (column) => column.notNull())
      .addColumn('timestamp_source', 'text', (column) => column.notNull())
      .addColumn('timestamp_valid_to', 'bigint', (column) => column.notNull())
      .addColumn('missing', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('seals_primary_key', ['document_id', 'revision'])
      .execute()
    await db.schema
      .alterTable('documents')
      .addColumn('signing_order', 'text', (column) => column.notNull().defaultTo('parallel'))
      .execute()
    await db.schema.alterTable('fields').addColumn('turn', 'integer').execute()
    await db.schema.alterTable('invitations').addColumn('turn_at', 'bigint').execute()
    // Earlier documents had no signing order.
    await sql`update invitations set turn_at = created_at`.execute(db)
  },
}
