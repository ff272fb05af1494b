import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const createTemplates = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('templates')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('owner_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('templates_by_owner').on('templates').column('owner_id').execute()
}

const createVersions = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('template_versions')
    .addColumn('template_id', 'bigint', (c) => c.notNull().references('templates.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('pages', 'integer', (c) => c.notNull())
    .addColumn('foreign_signatures', 'integer', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('template_versions_pk', ['template_id', 'version'])
    .execute()
  await db.schema.createIndex('template_versions_by_blob').on('template_versions').column('sha256').execute()
}

const createUses = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('template_uses')
    .addColumn('document_id', 'bigint', (c) => c.primaryKey().references('documents.id'))
    .addColumn('owner_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('template_id', 'bigint', (c) => c.notNull())
    .addColumn('template_name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('request_key', 'text')
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .execute()
  await db.schema.createIndex('template_uses_by_template').on('template_uses').column('template_id').execute()
  await db.schema
    .createIndex('template_uses_by_key')
    .on('template_uses')
    .columns(['owner_id', 'request_key'])
    .unique()
    .execute()
}

export const templates: Migration = {
  up: async (db: AnyDb) => {
    await createTemplates(db)
    await createVersions(db)
    await createUses(db)
  },
}
