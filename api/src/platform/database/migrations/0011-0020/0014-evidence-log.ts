import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../../dialects/migration-dialect.ts'

/**
 * Make the log append-only. `INSERT OR REPLACE`
 * deletes without firing delete triggers.
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

const postgresFunction = (name: string, body: string): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN ${body} END $guard$`

/** Covers TRUNCATE, too. */
const postgresGuards: readonly string[] = [
  postgresFunction('audit_events_kept', `RAISE EXCEPTION 'audit_events: nothing is deleted';`),
  postgresFunction('audit_events_unchanged', `RAISE EXCEPTION 'audit_events: nothing is changed';`),
  postgresFunction(
    'audit_events_follows',
    `IF NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM audit_events WHERE document_id = NEW.document_id), 0)
      OR NEW.previous_hash <> COALESCE(
        (SELECT hash FROM audit_events WHERE document_id = NEW.document_id AND number = NEW.number - 1),
        '${'0'.repeat(64)}')
    THEN RAISE EXCEPTION 'audit_events: an entry follows on the last one'; END IF;
    RETURN NEW;`,
  ),
  `CREATE TRIGGER audit_events_keep BEFORE DELETE ON audit_events
    FOR EACH ROW EXECUTE FUNCTION audit_events_kept()`,
  `CREATE TRIGGER audit_events_keep_all BEFORE TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION audit_events_kept()`,
  `CREATE TRIGGER audit_events_fixed BEFORE UPDATE ON audit_events
    FOR EACH ROW EXECUTE FUNCTION audit_events_unchanged()`,
  `CREATE TRIGGER audit_events_chain BEFORE INSERT ON audit_events
    FOR EACH ROW EXECUTE FUNCTION audit_events_follows()`,
]

const sqliteGuards = Object.entries(guards).map(([name, guard]) => `CREATE TRIGGER ${name} ${guard}`)

export const evidenceLog: Migration = {
  up: async (db: Kysely<Record<string, never>>) => {
    const alter = () => db.schema.alterTable('audit_events')
    // Existing entries keep their hash.
    await alter()
      .addColumn('format', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await alter().addColumn('address', 'text').execute()
    await alter().addColumn('user_agent', 'text').execute()
    await alter().addColumn('revision_sha256', 'text').execute()
    for (const guard of isPostgres(db) ? postgresGuards : sqliteGuards) await sql.raw(guard).execute(db)
  },
}
