import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialects/migration-dialect.ts'

type AnyDb = Kysely<Record<string, never>>

const COLUMNS = `id, document_id, field_id, email, token_hash, created_at, expires_at, revoked_at, used_at, mail_id,
  seen_at, declined_at, decline_reason, reminded_at, silenced_at, proposed_at, proposed_name, proposed_email,
  proposal_note, reminders, resumed_at, turn_at, personal_message`

/** A field or a participant without one. */
const ONE_TARGET = sql`CHECK ((field_id IS NULL) <> (participant_id IS NULL))`

/** SQLite cannot drop NOT NULL, so it gets a new table. */
const replaceTable = async (db: AnyDb): Promise<void> => {
  await sql`CREATE TABLE invitations_next (
    id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id),
    field_id bigint REFERENCES fields (id), email text NOT NULL, token_hash text NOT NULL UNIQUE,
    created_at bigint NOT NULL, expires_at bigint NOT NULL, revoked_at bigint, used_at bigint, mail_id bigint,
    seen_at bigint, declined_at bigint, decline_reason text, reminded_at bigint, silenced_at bigint,
    proposed_at bigint, proposed_name text, proposed_email text, proposal_note text,
    reminders integer DEFAULT 0 NOT NULL, resumed_at bigint, turn_at bigint, personal_message text,
    participant_id bigint REFERENCES participants (id), ${ONE_TARGET}
  )`.execute(db)
  await sql`INSERT INTO invitations_next (${sql.raw(COLUMNS)}) SELECT ${sql.raw(COLUMNS)} FROM invitations`.execute(db)
  await sql`DROP TABLE invitations`.execute(db)
  await sql`ALTER TABLE invitations_next RENAME TO invitations`.execute(db)
  await sql`CREATE INDEX invitations_by_document ON invitations (document_id)`.execute(db)
  await sql`CREATE INDEX invitations_by_field ON invitations (field_id)`.execute(db)
  await sql`CREATE INDEX invitations_standing ON invitations (expires_at)
    WHERE revoked_at IS NULL AND used_at IS NULL`.execute(db)
}

const alterTable = async (db: AnyDb): Promise<void> => {
  await sql`ALTER TABLE invitations ALTER COLUMN field_id DROP NOT NULL`.execute(db)
  await sql`ALTER TABLE invitations ADD COLUMN participant_id bigint REFERENCES participants (id)`.execute(db)
  await sql`ALTER TABLE invitations ADD CONSTRAINT invitations_one_target ${ONE_TARGET}`.execute(db)
}

/** People take part without a field, and are invited without one. */
export const invitationsWithoutField: Migration = {
  up: async (db: AnyDb) => {
    await (isPostgres(db) ? alterTable(db) : replaceTable(db))
    await sql`CREATE INDEX invitations_by_participant ON invitations (participant_id)
      WHERE participant_id IS NOT NULL`.execute(db)
    for (const column of [
      sql`note text DEFAULT '' NOT NULL`,
      sql`copy_when text`,
      sql`added_at bigint`,
      sql`answered_at bigint`,
      sql`removed_at bigint`,
    ])
      await sql`ALTER TABLE participants ADD COLUMN ${column}`.execute(db)
  },
}
