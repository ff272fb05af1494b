import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialects/migration-dialect.ts'
import { type FoundParticipant, type NamedField, participantsOfFields } from './participants-of-fields.ts'

type AnyDb = Kysely<Record<string, never>>

/** Documents read at once: at most 200 fields each. */
const DOCUMENTS_AT_ONCE = 200
/** PostgreSQL takes 65,535 parameters, SQLite 32,766. */
const ROWS_AT_ONCE = 1000

const createTable = async (db: AnyDb): Promise<void> => {
  await sql`CREATE TABLE participants (
    id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id), kind text DEFAULT 'firma' NOT NULL,
    name text NOT NULL, email text NOT NULL, turn integer
  )`.execute(db)
  await sql`CREATE INDEX participants_by_document ON participants (document_id)`.execute(db)
  // SQLite adds no column NOT NULL without a default; 0 is no participant, so the reference refuses it.
  const column = isPostgres(db)
    ? sql`participant_id bigint`
    : sql`participant_id bigint DEFAULT 0 NOT NULL REFERENCES participants (id)`
  await sql`ALTER TABLE fields ADD COLUMN ${column}`.execute(db)
}

const store = async (db: AnyDb, found: readonly FoundParticipant[]): Promise<void> => {
  for (let start = 0; start < found.length; start += ROWS_AT_ONCE) {
    const rows = found
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ id, document_id, name, email, turn }) => sql`(${id}, ${document_id}, ${name}, ${email}, ${turn})`)
    await sql`INSERT INTO participants (id, document_id, name, email, turn) VALUES ${sql.join(rows)}`.execute(db)
  }
  for (const { id, fieldIds } of found.filter((one) => one.fieldIds.length > 1))
    await sql`UPDATE fields SET participant_id = ${id} WHERE id IN (${sql.join(fieldIds)})`.execute(db)
}

/** @returns the last document of the next ones; undefined after all */
const lastOfNext = async (db: AnyDb, after: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM documents WHERE id > ${after} ORDER BY id LIMIT ${DOCUMENTS_AT_ONCE}`.execute(db)
  return rows.at(-1)?.id
}

const fill = async (db: AnyDb): Promise<void> => {
  // A participant has the id of its first field: most need no other statement.
  await sql`UPDATE fields SET participant_id = id`.execute(db)
  let after = 0
  for (let last = await lastOfNext(db, after); last !== undefined; last = await lastOfNext(db, after)) {
    const { rows } = await sql<NamedField>`
      SELECT id, document_id, position, field_type, signer_name, signer_email, signed_by_link_at, deleted_at, turn
      FROM fields WHERE document_id > ${after} AND document_id <= ${last} ORDER BY document_id, position`.execute(db)
    const documents = [...Map.groupBy(rows, ({ document_id }) => document_id).values()]
    await store(db, documents.flatMap(participantsOfFields))
    after = last
  }
}

const requireParticipants = async (db: AnyDb): Promise<void> => {
  if (isPostgres(db)) {
    await sql`ALTER TABLE fields ALTER COLUMN participant_id SET NOT NULL`.execute(db)
    await sql`ALTER TABLE fields ADD CONSTRAINT fields_participant FOREIGN KEY (participant_id)
      REFERENCES participants (id)`.execute(db)
  }
  await sql`CREATE INDEX fields_by_participant ON fields (participant_id)`.execute(db)
  for (const column of ['signer_name', 'signer_email', 'turn'])
    await sql`ALTER TABLE fields DROP COLUMN ${sql.ref(column)}`.execute(db)
}

/** Names, addresses and turns move from fields to participants. */
export const participantsMigration: Migration = {
  up: async (db: AnyDb) => {
    await createTable(db)
    await fill(db)
    await requireParticipants(db)
  },
}
