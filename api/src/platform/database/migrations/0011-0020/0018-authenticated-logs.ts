import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const createHeads = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('log_heads')
    .addColumn('document_id', 'bigint', (c) => c.primaryKey().references('documents.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('authenticated_from', 'integer', (c) => c.notNull())
    .addColumn('signed_at', 'bigint', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('anchored', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('log_heads_not_anchored')
    .on('log_heads')
    .column('signed_at')
    .where(sql.ref('number'), '>', sql.ref('anchored'))
    .execute()
}

const createBatches = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('log_batches')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('previous', 'text', (c) => c.notNull())
    .addColumn('root', 'text', (c) => c.notNull())
    .addColumn('documents', 'integer', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('log_anchors')
    .addColumn('document_id', 'bigint', (c) => c.notNull().references('documents.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('batch', 'integer', (c) => c.notNull().references('log_batches.number'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('log_anchors_key', ['document_id', 'batch'])
    .execute()
  await db.schema.createIndex('log_anchors_by_batch').on('log_anchors').column('batch').execute()
}

export const authenticatedLogs: Migration = {
  up: async (db: AnyDb) => {
    for (const column of ['actor_name', 'actor_email'])
      await db.schema.alterTable('audit_events').addColumn(column, 'text').execute()
    await createHeads(db)
    await createBatches(db)
  },
}
