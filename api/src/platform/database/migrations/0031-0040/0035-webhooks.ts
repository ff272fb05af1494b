import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const createDeliveries = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('endpoint_id', 'bigint', (c) => c.notNull().references('webhook_endpoints.id'))
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('document_id', 'bigint')
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('claimed_by', 'bigint')
    .addColumn('attempted_at', 'bigint')
    .addColumn('answer_status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('answer_truncated', 'integer', (c) => c.notNull())
    .addColumn('duration', 'integer')
    .addColumn('problem', 'text')
    .execute()
}

const createIndexes = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createIndex('webhook_deliveries_by_endpoint')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'position'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['state', 'next_attempt_at'])
    .execute()
  await db.schema.createIndex('webhook_deliveries_by_document').on('webhook_deliveries').column('document_id').execute()
}

export const webhooks: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('webhook_endpoints')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('old_secret', 'text')
      .addColumn('old_secret_until', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('webhook_endpoints_by_user').on('webhook_endpoints').column('user_id').execute()
    await createDeliveries(db)
    await createIndexes(db)
  },
}
