import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { SECOND_MS } from '../clock.ts'
import { isLocked } from './database-failure.ts'

/** For another process's lock. */
export const LOCK_TIMEOUT = 5 * SECOND_MS
const PAUSE = 20

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE))

interface Turns {
  take(): Promise<void>
  give(): void
}

const createTurns = (): Turns => {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    take: async () => {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve))
      taken = true
    },
    give: () => {
      const next = waiting.shift()
      // `taken` stays true: no caller can overtake.
      if (next === undefined) taken = false
      else next()
    },
  }
}

const bind = (values: readonly unknown[]): SQLInputValue[] =>
  values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    throw new TypeError(`a column cannot hold a ${typeof value}`)
  })

/** Parsing often costs as much as running. */
const STATEMENTS_KEPT = 200

interface ReadStatement {
  readonly statement: StatementSync
  readonly answersRows: boolean
}

/** SQLite recompiles statements after schema changes. */
class Statements {
  readonly #kept = new Map<string, ReadStatement>()
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  read(sql: string): ReadStatement {
    const known = this.#kept.get(sql)
    if (known !== undefined) {
      // Map order is LRU order.
      this.#kept.delete(sql)
      this.#kept.set(sql, known)
      return known
    }
    const statement = this.#database.prepare(sql)
    const made = { statement, answersRows: statement.columns().length > 0 }
    this.#kept.set(sql, made)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > STATEMENTS_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return made
  }
}

const execute = <Row>(statements: Statements, { sql, parameters }: CompiledQuery): QueryResult<Row> => {
  const { statement, answersRows } = statements.read(sql)
  const values = bind(parameters)
  if (answersRows) return { rows: statement.all(...values) as Row[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
}

class Turn implements DatabaseConnection {
  #transaction = false
  readonly #database: DatabaseSync
  readonly #statements: Statements
  readonly #turns: Turns

  constructor(database: DatabaseSync, statements: Statements, turns: Turns) {
    this.#database = database
    this.#statements = statements
    this.#turns = turns
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // SQLite rolls back after a disk error: later
    // statements must not run outside the transaction.
    if (this.#transaction && !this.#database.isTransaction) throw new Error('the transaction was taken back')
    const until = performance.now() + LOCK_TIMEOUT
    for (;;)
      try {
        return execute(this.#statements, query)
      } catch (error) {
        if (!isLocked(error) || this.#transaction || performance.now() >= until) throw error
        this.#turns.give()
        await pause()
        await this.#turns.take()
      }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  /** `immediate`: a later lock upgrade could not be retried. */
  async begin(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#transaction = true
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // A failing ROLLBACK would hide the first error.
    if (how === 'commit' || this.#database.isTransaction) await this.executeQuery(CompiledQuery.raw(how))
    this.#transaction = false
  }
}

const turnOf = (connection: DatabaseConnection): Turn => {
  if (connection instanceof Turn) return connection
  throw new TypeError('a connection of another driver')
}

/**
 * Kysely driver for one `node:sqlite` connection.
 * SQLite calls block the process, so retries on a locked file
 * release the connection.
 */
export class OneConnectionDriver implements Driver {
  readonly #open: () => DatabaseSync
  readonly #turns = createTurns()
  #opened: { readonly database: DatabaseSync; readonly statements: Statements } | undefined

  constructor(open: () => DatabaseSync) {
    this.#open = open
  }

  async init(): Promise<void> {
    const database = this.#open()
    this.#opened = { database, statements: new Statements(database) }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
    if (this.#opened !== undefined) return new Turn(this.#opened.database, this.#opened.statements, this.#turns)
    this.#turns.give()
    throw new Error('the database is not open')
  }

  async releaseConnection(): Promise<void> {
    this.#turns.give()
  }

  beginTransaction = (connection: DatabaseConnection): Promise<void> => turnOf(connection).begin()
  commitTransaction = (connection: DatabaseConnection): Promise<void> => turnOf(connection).end('commit')
  rollbackTransaction = (connection: DatabaseConnection): Promise<void> => turnOf(connection).end('rollback')

  async destroy(): Promise<void> {
    this.#opened?.database.close()
  }
}
