import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../../dialects/migration-dialect.ts'

type AnyDb = Kysely<Record<string, never>>

const createSkeletons = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('document_skeletons')
    .addColumn('document_hash', 'text', (c) => c.primaryKey())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('erased_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('erased_anchors')
    .addColumn('document_hash', 'text', (c) => c.notNull().references('document_skeletons.document_hash'))
    .addColumn('batch', 'integer', (c) => c.notNull().references('log_batches.number'))
    .addColumn('leaf', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('erased_anchors_key', ['document_hash', 'batch'])
    .execute()
}

const createJobs = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('erasures')
    .addColumn('document_id', 'bigint', (c) => c.primaryKey())
    .execute()
  await db.schema
    .createTable('blob_removals')
    .addColumn('sha256', 'text', (c) => c.primaryKey())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('removal_requests')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('document_id', 'bigint', (c) => c.notNull().references('documents.id'))
    .addColumn('invitation_id', 'bigint', (c) => c.notNull())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('removal_requests_by_document').on('removal_requests').column('document_id').execute()
}

const createIndexes = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createIndex('documents_deleted')
    .on('documents')
    .column('deleted_at')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('users_deleted')
    .on('users')
    .column('deleted_at')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute()
  await db.schema.createIndex('revisions_by_bytes').on('revisions').column('sha256').execute()
  await db.schema
    .createIndex('outbox_by_attachment')
    .on('outbox')
    .column('attachment_sha256')
    .where(sql.ref('attachment_sha256'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('completion_certificates_by_bytes')
    .on('completion_certificates')
    .column('sha256')
    .where(sql.ref('sha256'), 'is not', null)
    .execute()
}

/**
 * Allows deletion of log entries only in
 * the transaction that erases the document.
 */
const openGuard = async (db: AnyDb): Promise<void> => {
  if (isPostgres(db)) {
    await sql
      .raw(`CREATE OR REPLACE FUNCTION audit_events_kept() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN
        IF TG_OP = 'DELETE' THEN
          IF EXISTS (SELECT 1 FROM erasures WHERE document_id = OLD.document_id) THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION 'audit_events: nothing is deleted'; END $guard$`)
      .execute(db)
    return
  }
  await sql.raw('DROP TRIGGER audit_events_keep').execute(db)
  await sql
    .raw(`CREATE TRIGGER audit_events_keep BEFORE DELETE ON audit_events
      WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE document_id = OLD.document_id)
      BEGIN SELECT RAISE(ABORT, 'audit_events: nothing is deleted'); END`)
    .execute(db)
}

export const personalData: Migration = {
  up: async (db: AnyDb) => {
    await db.schema.alterTable('users').addColumn('deleted_at', 'bigint').execute()
    await createSkeletons(db)
    await createJobs(db)
    await createIndexes(db)
    await openGuard(db)
  },
}
