import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const statements = [
  `CREATE TABLE question_threads (
    id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id), person_key text NOT NULL,
    name text NOT NULL, email text NOT NULL, started_at bigint NOT NULL, unanswered integer NOT NULL,
    CONSTRAINT question_threads_once UNIQUE (document_id, person_key)
  )`,
  `CREATE TABLE question_messages (
    thread_id bigint NOT NULL REFERENCES question_threads (id), number integer NOT NULL,
    document_id bigint NOT NULL REFERENCES documents (id), author text NOT NULL, text text NOT NULL, salt text NOT NULL,
    answers integer, written_at bigint NOT NULL, CONSTRAINT question_messages_pk PRIMARY KEY (thread_id, number)
  )`,
  'CREATE INDEX question_messages_by_document ON question_messages (document_id)',
]

/** Questions of invited people, and the owner's answers. */
export const questionsMigration: Migration = {
  up: async (db: AnyDb) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
