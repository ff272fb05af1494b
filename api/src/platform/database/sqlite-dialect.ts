import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { GroupCommit } from './group-commit.ts'
import { LOCK_TIMEOUT, OneConnectionDriver } from './sqlite-driver.ts'

/** DDL is transactional in SQLite: crashes leave no partial migration. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver serialises access. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** A file system without shared memory has no WAL. SQLite then stores each commit itself. */
const startLog = (database: DatabaseSync): boolean => {
  database.exec('PRAGMA synchronous = FULL')
  const hasLog = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode === 'wal'
  if (hasLog) database.exec('PRAGMA synchronous = NORMAL')
  return hasLog
}

const openSqlite = (path: string): { readonly database: DatabaseSync; readonly commits: GroupCommit } => {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT, enableForeignKeyConstraints: true })
  const hasLog = startLog(database)
  // Overwrites deleted rows in the file.
  database.exec('PRAGMA secure_delete = ON')
  // From here on the driver waits without blocking.
  database.exec('PRAGMA busy_timeout = 0')
  return { database, commits: new GroupCommit({ log: hasLog ? `${path}-wal` : undefined }) }
}

/**
 * One connection with serial transactions.
 * Commits survive a power failure (WAL, `GroupCommit`).
 */
export const sqliteDialect = (path: string): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => new OneConnectionDriver(() => openSqlite(path)),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
