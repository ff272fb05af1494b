import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const statements = [
  `CREATE TABLE tags (
    id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), name text NOT NULL, name_key text NOT NULL,
    CONSTRAINT tags_once UNIQUE (user_id, name_key)
  )`,
  `CREATE TABLE document_tags (
    document_id bigint NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    tag_id bigint NOT NULL REFERENCES tags (id) ON DELETE CASCADE, uploaded_at bigint NOT NULL,
    CONSTRAINT document_tags_pk PRIMARY KEY (document_id, tag_id)
  )`,
  'CREATE INDEX document_tags_by_newest ON document_tags (tag_id, uploaded_at, document_id)',
  `CREATE TABLE template_tags (
    template_id bigint NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    tag_id bigint NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    CONSTRAINT template_tags_pk PRIMARY KEY (template_id, tag_id)
  )`,
  'CREATE INDEX template_tags_by_tag ON template_tags (tag_id)',
  'ALTER TABLE documents ADD COLUMN archived_at bigint',
  // The counts need this index alone.
  'DROP INDEX documents_by_group',
  'CREATE INDEX documents_by_group ON documents (owner_id, deleted_at, waits_for, completed_at, archived_at)',
  ...(['NULL', 'NOT NULL'] as const).flatMap((state) =>
    (['uploaded_at', 'name_key'] as const).map(
      (column) =>
        `CREATE INDEX documents_by_${column === 'name_key' ? 'name' : 'newest'}_of_${state === 'NULL' ? 'active' : 'archived'}
          ON documents (owner_id, ${column}, id) WHERE deleted_at IS NULL AND archived_at IS ${state}`,
    ),
  ),
]

/** Tags of an account, on documents and templates; archived documents. */
export const tagsMigration: Migration = {
  up: async (db: AnyDb) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
