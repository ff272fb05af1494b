import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { closeFiles, makePrivateFile } from '../storage/private-files.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export type Db = Kysely<Database>
export type OnMigrated = (migrations: readonly string[]) => void

const checkReferences = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ table: string }>`PRAGMA foreign_key_check`.execute(db)
  if (rows.length > 0) throw new Error(`rows of ${rows[0]?.table} refer to something that is not there`)
}

/**
 * Brings the tables up to date. SQLite changes a constraint only by making the table anew, and lets nobody do so while
 * foreign keys hold (https://sqlite.org/lang_altertable.html, section 7): they are checked afterwards instead.
 */
const migrate = async (db: Db): Promise<readonly string[]> => {
  await sql`PRAGMA foreign_keys = OFF`.execute(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  if (results.length > 0) await checkReferences(db)
  await sql`PRAGMA foreign_keys = ON`.execute(db)
  return results.map(({ migrationName }) => migrationName)
}

/**
 * Opens the database file, creating it when it is missing, and brings its tables up to date.
 * @param onMigrated hears which migrations were run, where any were
 * @throws what the first failing migration threw
 */
export const openDatabase = async (path: string, onMigrated?: OnMigrated): Promise<Db> => {
  // SQLite gives what it writes beside the file the same mode.
  await makePrivateFile(path)
  await closeFiles([`${path}-wal`, `${path}-shm`])
  const db = new Kysely<Database>({ dialect: sqliteDialect(path) })
  try {
    const run = await migrate(db)
    if (run.length > 0) onMigrated?.(run)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}
