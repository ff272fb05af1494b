import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'

const BUSY_TIMEOUT_MS = 5000

/** SQLite can roll back DDL; with this the migrator leaves nothing half done when the process dies within one. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter()
  }
}

/** Kysely binds what the schema's types allow: text, numbers and null. */
const bind = (values: readonly unknown[]): SQLInputValue[] =>
  values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    throw new TypeError(`a column cannot hold a ${typeof value}`)
  })

/** `node:sqlite` in the shape that Kysely's SQLite driver talks to. */
const adapt = (database: DatabaseSync): SqliteDatabase => ({
  close: () => database.close(),
  prepare: (sql) => {
    const statement = database.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...bind(values)),
      run: (values) => statement.run(...bind(values)),
      iterate: (values) => statement.iterate(...bind(values)),
    }
  },
})

/**
 * Kysely dialect over Node's own SQLite: one connection, on which Kysely runs transactions one after the other.
 * A transaction that was committed survives the loss of power (WAL with synchronous=FULL).
 */
export const sqliteDialect = (path: string): SqliteDialect =>
  new NodeSqliteDialect({
    database: async () => {
      const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
      database.exec('PRAGMA journal_mode = WAL')
      database.exec('PRAGMA synchronous = FULL')
      return adapt(database)
    },
  })
