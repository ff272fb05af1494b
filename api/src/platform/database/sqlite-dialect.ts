import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
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

const openSqlite = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  // Overwrites deleted rows in the file.
  database.exec('PRAGMA secure_delete = ON')
  // From here on the driver waits without blocking.
  database.exec('PRAGMA busy_timeout = 0')
  return database
}

/**
 * One connection with serial transactions.
 * Commits survive a power failure (WAL, synchronous=FULL).
 */
export const sqliteDialect = (path: string): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => new OneConnectionDriver(() => openSqlite(path)),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
