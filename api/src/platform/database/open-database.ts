import { type Dialect, Kysely, sql } from 'kysely'
import { closeFiles, makePrivateFile } from '../storage/private-files.ts'
import { migrateToLatest } from './migrate-to-latest.ts'
import type { DatabaseSchema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export type ApiDatabase = Kysely<DatabaseSchema>
export type OnMigrated = (migrations: readonly string[]) => void
export type WrapDialect = (dialect: Dialect) => Dialect

const checkReferences = async (db: ApiDatabase): Promise<void> => {
  const { rows } = await sql<{ table: string }>`PRAGMA foreign_key_check`.execute(db)
  if (rows.length > 0) throw new Error(`rows of ${rows[0]?.table} refer to something that is not there`)
}

/**
 * SQLite rebuilds tables to change constraints; this needs
 * foreign keys off (https://sqlite.org/lang_altertable.html, 7).
 */
const migrate = async (db: ApiDatabase): Promise<readonly string[]> => {
  await sql`PRAGMA foreign_keys = OFF`.execute(db)
  const run = await migrateToLatest(db)
  if (run.length > 0) await checkReferences(db)
  await sql`PRAGMA foreign_keys = ON`.execute(db)
  return run
}

/**
 * Opens or creates the database and migrates it.
 * @param onMigrated called if migrations ran
 * @throws the first failed migration's error
 */
export const openDatabase = async (
  path: string,
  onMigrated?: OnMigrated,
  wrapDialect: WrapDialect = (dialect) => dialect,
): Promise<ApiDatabase> => {
  // SQLite's other files get the same mode.
  await makePrivateFile(path)
  await closeFiles([`${path}-wal`, `${path}-shm`])
  const db = new Kysely<DatabaseSchema>({ dialect: wrapDialect(sqliteDialect(path)) })
  try {
    const run = await migrate(db)
    if (run.length > 0) onMigrated?.(run)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}
