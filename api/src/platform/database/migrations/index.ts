import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { EnvironmentError } from 'shared/server'
import { isPostgres } from '../dialects/migration-dialect.ts'
import { addressesMigration } from './addresses.ts'
import { alternatesMigration } from './alternates.ts'
import { deathsMigration } from './deaths.ts'
import { finalMailsMigration } from './final-mails.ts'
import { invitationsWithoutField } from './invitations-without-field.ts'
import { participantsMigration } from './participants.ts'
import { questionsMigration } from './questions.ts'
import { replicaMigration } from './replica.ts'
import { sealLogMigration } from './seal-log.ts'
import { sendingsMigration } from './sendings.ts'
import { tagsMigration } from './tags.ts'
import { templateSetsMigration } from './template-sets.ts'

// Migrations describe past tables, never the current schema.
type AnyDb = Kysely<Record<string, never>>

/** The last step of version 0.1.0, the oldest whose databases are opened. */
const OLDEST = '0047-listed-origins'
/** The last step of version 0.2.0: databases that have it need no baseline. */
const BASELINE = '0049-document-creators'

const statementsIn = async (name: string): Promise<string[]> => {
  const text = await readFile(new URL(`baseline/${name}`, import.meta.url), 'utf8')
  return text.trim().split(/;\n(?=\n|--|CREATE|ALTER)/)
}

/** All tables of version 0.2.0, for an empty database. */
const baseline: Migration = {
  up: async (db: AnyDb) => {
    for (const name of ['schema.sql', isPostgres(db) ? 'postgres.sql' : 'sqlite.sql'])
      for (const statement of await statementsIn(name)) await sql.raw(statement).execute(db)
  },
}

const fromOldest: Readonly<Record<string, Migration>> = {
  /** Who created older webhooks is not known: they count as created in a session. */
  '0048-webhook-creators': {
    up: async (db: AnyDb) => {
      await db.schema.alterTable('webhook_endpoints').addColumn('created_by_token', 'bigint').execute()
      await db.schema.alterTable('webhook_endpoints').addColumn('paused_because', 'text').execute()
    },
  },
  [BASELINE]: {
    up: (db: AnyDb) => db.schema.alterTable('documents').addColumn('created_by_token', 'bigint').execute(),
  },
}

/** Run in order of name in a new database. Never change a released step. */
export const databaseMigrations: Readonly<Record<string, Migration>> = {
  [BASELINE]: baseline,
  '0050-participants': participantsMigration,
  '0051-invitations-without-field': invitationsWithoutField,
  '0052-tags': tagsMigration,
  /** Open invitations of an account's address. */
  '0053-inbox': {
    up: (db: AnyDb) =>
      sql`CREATE INDEX invitations_by_address ON invitations (lower(email))
        WHERE revoked_at IS NULL AND used_at IS NULL`
        .execute(db)
        .then(() => undefined),
  },
  '0054-alternates': alternatesMigration,
  '0055-addresses': addressesMigration,
  '0056-questions': questionsMigration,
  '0058-embedding-development': {
    up: (db: AnyDb) => db.schema.alterTable('users').addColumn('embedding_development_at', 'bigint').execute(),
  },
  '0059-deaths': deathsMigration,
  '0060-replica': replicaMigration,
  '0061-sendings': sendingsMigration,
  '0062-final-mails': finalMailsMigration,
  '0063-template-sets': templateSetsMigration,
  '0064-seal-log': sealLogMigration,
}

const hasRun: Migration = { up: async () => undefined }

/** Steps of a newer version, which this one cannot undo. */
export const unknownMigrations = (done: readonly string[], steps: Readonly<Record<string, Migration>>): string[] =>
  done.filter((name) => !Object.hasOwn(steps, name))

/**
 * The steps of one database: those that have run, and those to run.
 * @param done names in `kysely_migration`
 * @throws EnvironmentError if it is older than version 0.1.0
 */
export const migrationsFor = (done: readonly string[]): Record<string, Migration> => {
  const early = done.filter((name) => name < BASELINE)
  if (early.length === 0) return { ...databaseMigrations }
  if (!early.includes(OLDEST))
    throw new EnvironmentError(
      `La base de datos es de antes de la versión 0.1.0 (su última migración: ${early.at(-1)}). ` +
        'Iníciala una vez con la versión 0.2.0, detenla, y después inicia esta (docs/operations.md).',
    )
  return { ...Object.fromEntries(early.map((name) => [name, hasRun])), ...databaseMigrations, ...fromOldest }
}
