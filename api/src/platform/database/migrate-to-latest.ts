import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationsFor } from './migrations/index.ts'
import type { DatabaseSchema } from './schema.ts'

const hasTable = async (db: Kysely<DatabaseSchema>, table: string): Promise<boolean> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === table)
}

/** Names, in order; none in a new database. */
const executedMigrations = async (db: Kysely<DatabaseSchema>): Promise<string[]> => {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Processes that start together wait for each other
 * (Kysely's lock), and the later ones find nothing to do.
 * @returns names of the migrations that ran
 * @throws the first failed migration's error
 */
export const migrateToLatest = async (db: Kysely<DatabaseSchema>): Promise<readonly string[]> => {
  const migrations = migrationsFor(await executedMigrations(db))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}
