import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The log grows at its end and nowhere else, whoever writes to the database. (With PostgreSQL the like is a function
 * that raises, called by triggers of the same names.) The last one also holds off `INSERT OR REPLACE`, which removes a
 * row without asking the trigger for deletes.
 */
const guards: Readonly<Record<string, string>> = {
  audit_events_keep: `BEFORE DELETE ON audit_events
    BEGIN SELECT RAISE(ABORT, 'audit_events: nothing is deleted'); END`,
  audit_events_fixed: `BEFORE UPDATE ON audit_events
    BEGIN SELECT RAISE(ABORT, 'audit_events: nothing is changed'); END`,
  audit_events_chain: `BEFORE INSERT ON audit_events
    WHEN NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM audit_events WHERE document_id = NEW.document_id), 0)
      OR NEW.previous_hash <> COALESCE(
        (SELECT hash FROM audit_events WHERE document_id = NEW.document_id AND number = NEW.number - 1),
        '${'0'.repeat(64)}')
    BEGIN SELECT RAISE(ABORT, 'audit_events: an entry follows on the last one'); END`,
}

/** Where an event came from and on which bytes, and the log held to growing at its end. */
export const evidenceLog: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    const alter = () => db.schema.alterTable('audit_events')
    // Entries that are there already keep the hash that they have.
    await alter()
      .addColumn('format', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await alter().addColumn('address', 'text').execute()
    await alter().addColumn('user_agent', 'text').execute()
    await alter().addColumn('revision_sha256', 'text').execute()
    for (const [name, guard] of Object.entries(guards)) await sql.raw(`CREATE TRIGGER ${name} ${guard}`).execute(db)
  },
}
