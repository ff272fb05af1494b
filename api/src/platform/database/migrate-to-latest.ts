import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { EnvironmentError } from 'shared/server'
import { migrationsFor, unknownMigrations } from './migrations/index.ts'
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

/** Before anything is written, also before Kysely's lock. */
const refuseNewer = (unknown: readonly string[]): void => {
  if (unknown.length === 0) return
  throw new EnvironmentError(
    `La base de datos es de una versión más nueva de Trazo (${unknown.join(', ')}) y no se tocó. Inicia con esa versión, o restaura en una instalación vacía el respaldo que se hizo antes de actualizar (docs/upgrading.md).`,
  )
}

/**
 * Processes that start together wait for each other
 * (Kysely's lock), and the later ones find nothing to do.
 * @returns names of the migrations that ran
 * @throws EnvironmentError if another version has to open it; the first failed migration's error
 */
export const migrateToLatest = async (db: Kysely<DatabaseSchema>): Promise<readonly string[]> => {
  const done = await executedMigrations(db)
  const migrations = migrationsFor(done)
  refuseNewer(unknownMigrations(done, migrations))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}
