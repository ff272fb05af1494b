import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { LOCK_PATIENCE, OneConnectionDriver } from './sqlite-driver.ts'

/** SQLite can roll back DDL; with this the migrator leaves nothing half done when the process dies within one. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** There is one; but the driver itself lets one after the other have it. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

const open = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: LOCK_PATIENCE, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  // From now on the driver waits, and blocks nobody meanwhile.
  database.exec('PRAGMA busy_timeout = 0')
  return database
}

/**
 * Kysely dialect over Node's own SQLite: one connection, on which transactions run one after the other.
 * A transaction that was committed survives the loss of power (WAL with synchronous=FULL).
 */
export const sqliteDialect = (path: string): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => new OneConnectionDriver(() => open(path)),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
