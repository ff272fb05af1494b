import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const formFields: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema
      .alterTable('fields')
      .addColumn('has_form', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('card_requests').addColumn('form_values', 'text').execute()
    await db.schema
      .createTable('form_fields')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('document_id', 'bigint', (c) => c.notNull().references('documents.id'))
      .addColumn('field_id', 'bigint', (c) => c.notNull().references('fields.id'))
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('help', 'text', (c) => c.notNull())
      .addColumn('required', 'integer', (c) => c.notNull())
      .addColumn('page', 'integer', (c) => c.notNull())
      .addColumn('x', 'double precision', (c) => c.notNull())
      .addColumn('y', 'double precision', (c) => c.notNull())
      .addColumn('width', 'double precision', (c) => c.notNull())
      .addColumn('height', 'double precision', (c) => c.notNull())
      .addColumn('position', 'integer')
      .addColumn('rule', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('value', 'text')
      .addColumn('shown_value', 'text')
      .execute()
    await db.schema
      .createTable('form_drafts')
      .addColumn('field_id', 'bigint', (c) => c.notNull().references('fields.id'))
      .addColumn('document_id', 'bigint', (c) => c.notNull().references('documents.id'))
      .addColumn('requester', 'text', (c) => c.notNull())
      .addColumn('form_values', 'text', (c) => c.notNull())
      .addColumn('saved_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('form_drafts_pk', ['field_id', 'requester'])
      .execute()
    await db.schema.createIndex('form_fields_by_document').on('form_fields').column('document_id').execute()
    await db.schema.createIndex('form_fields_by_field').on('form_fields').column('field_id').execute()
    await db.schema.createIndex('form_drafts_by_document').on('form_drafts').column('document_id').execute()
  },
}
