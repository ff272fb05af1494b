import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const statements = [
  `CREATE TABLE alternates (
    id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id),
    field_id bigint NOT NULL REFERENCES fields (id), name text NOT NULL, email text NOT NULL,
    added_at bigint NOT NULL, removed_at bigint
  )`,
  'CREATE INDEX alternates_by_document ON alternates (document_id, added_at, id)',
  'CREATE INDEX alternates_by_field ON alternates (field_id)',
  'ALTER TABLE invitations ADD COLUMN alternate_id bigint REFERENCES alternates (id)',
  // No reference: `alternates` has the one between both tables, and its rows are erased first.
  'ALTER TABLE fields ADD COLUMN alternate_id bigint',
]

/** People who may sign a field in the place of its signer. */
export const alternatesMigration: Migration = {
  up: async (db: AnyDb) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
