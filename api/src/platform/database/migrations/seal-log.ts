import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialects/migration-dialect.ts'

type AnyDb = Kysely<Record<string, never>>

const tables = [
  `CREATE TABLE seal_log_trees (
    number integer PRIMARY KEY, origin text NOT NULL, started_at bigint NOT NULL, statement text
  )`,
  `CREATE TABLE seal_log_entries (
    id bigint PRIMARY KEY, entry text NOT NULL, tree integer, position bigint,
    CONSTRAINT seal_log_entries_once UNIQUE (tree, position)
  )`,
  'CREATE INDEX seal_log_entries_waiting ON seal_log_entries (id) WHERE tree IS NULL',
  `CREATE TABLE seal_log_openings (
    document_id bigint PRIMARY KEY REFERENCES documents (id), entry_id bigint NOT NULL, opening text NOT NULL
  )`,
  `CREATE TABLE seal_log_nodes (
    tree integer NOT NULL, level integer NOT NULL, position bigint NOT NULL, hash text NOT NULL,
    CONSTRAINT seal_log_nodes_pk PRIMARY KEY (tree, level, position)
  )`,
  `CREATE TABLE seal_log_checkpoints (
    tree integer NOT NULL, size bigint NOT NULL, note text NOT NULL, made_at bigint NOT NULL,
    is_witnessed integer NOT NULL, CONSTRAINT seal_log_checkpoints_pk PRIMARY KEY (tree, size)
  )`,
  'CREATE TABLE seal_log_stops (id bigint PRIMARY KEY, noticed_at bigint NOT NULL, reason text NOT NULL, ended_at bigint)',
]

const sqliteGuards = [
  `CREATE TRIGGER seal_log_nodes_fixed BEFORE UPDATE ON seal_log_nodes
    BEGIN SELECT RAISE(ABORT, 'seal_log_nodes: nothing is changed'); END`,
  `CREATE TRIGGER seal_log_nodes_keep BEFORE DELETE ON seal_log_nodes
    BEGIN SELECT RAISE(ABORT, 'seal_log_nodes: nothing is deleted'); END`,
]

const postgresGuards = [
  `CREATE FUNCTION seal_log_nodes_fixed() RETURNS trigger LANGUAGE plpgsql AS $guard$
    BEGIN RAISE EXCEPTION 'seal_log_nodes: nothing is changed or deleted'; END $guard$`,
  `CREATE TRIGGER seal_log_nodes_keep BEFORE UPDATE OR DELETE ON seal_log_nodes
    FOR EACH ROW EXECUTE FUNCTION seal_log_nodes_fixed()`,
  `CREATE TRIGGER seal_log_nodes_keep_all BEFORE TRUNCATE ON seal_log_nodes
    FOR EACH STATEMENT EXECUTE FUNCTION seal_log_nodes_fixed()`,
]

/** A log of seals that only grows; documents sealed earlier are not in it. */
export const sealLogMigration: Migration = {
  up: async (db: AnyDb) => {
    for (const statement of [...tables, ...(isPostgres(db) ? postgresGuards : sqliteGuards)])
      await sql.raw(statement).execute(db)
  },
}
