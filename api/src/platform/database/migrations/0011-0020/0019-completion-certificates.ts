import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const completionCertificates: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('completion_certificates')
      .addColumn('document_id', 'bigint', (c) => c.primaryKey().references('documents.id'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
      .addColumn('claimed_until', 'bigint')
      .addColumn('claimed_by', 'integer')
      .addColumn('last_error', 'text')
      .addColumn('made_at', 'bigint')
      .addColumn('sha256', 'text')
      .addColumn('size', 'bigint')
      .execute()
    await db.schema
      .createIndex('completion_certificates_due')
      .on('completion_certificates')
      .column('next_attempt_at')
      .where(sql.ref('state'), '=', 'pending')
      .execute()
    await sql`insert into completion_certificates (document_id, state, created_at, attempts, next_attempt_at)
      select id, 'pending', completed_at, 0, 0 from documents
      where status = 'COMPLETED' and completed_at is not null and deleted_at is null`.execute(db)
  },
}
