import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const templateEdits: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema
      .alterTable('documents')
      .addColumn('edits_template', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('documents_of_templates')
      .on('documents')
      .columns(['owner_id', 'deleted_at'])
      .where(sql.ref('edits_template'), '=', 1)
      .execute()
  },
}
