import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const replacedWidgets: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    await db.schema
      .alterTable('form_fields')
      .addColumn('replaces', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
}
