import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { SECOND } from '../clock.ts'
import { isLocked } from './database-away.ts'

/** How long a write waits for another process to be done with the file, in milliseconds. */
export const LOCK_PATIENCE = 5 * SECOND
const PAUSE = 20

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** One at a time, in the order in which they came. */
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
      // Whoever comes between finds it taken.
      if (next === undefined) taken = false
      else next()
    },
  }
}

/** Kysely binds what the schema's types allow: text, numbers and null. */
const bind = (values: readonly unknown[]): SQLInputValue[] =>
  values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    throw new TypeError(`a column cannot hold a ${typeof value}`)
  })

/** Reading a statement takes as long as running it does, for most. So many stay read; those that were not used for longest go. */
const STATEMENTS_KEPT = 200

/** A statement that SQLite has read, and whether it answers rows. */
interface ReadStatement {
  readonly statement: StatementSync
  readonly answersRows: boolean
}

/** Statements of one connection. SQLite reads one again by itself where a table has changed since. */
class Statements {
  readonly #kept = new Map<string, ReadStatement>()
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  read(sql: string): ReadStatement {
    const known = this.#kept.get(sql)
    if (known !== undefined) {
      // The map keeps the order: what was just used goes to its end.
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

/** What a statement answers, in Kysely's words. `Row`: Kysely's claim about its own query, which nothing can check here. */
const execute = <Row>(statements: Statements, { sql, parameters }: CompiledQuery): QueryResult<Row> => {
  const { statement, answersRows } = statements.read(sql)
  const values = bind(parameters)
  if (answersRows) return { rows: statement.all(...values) as Row[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
}

/** The connection for as long as somebody has it. */
class Turn implements DatabaseConnection {
  /** Whether a transaction was begun that nobody has ended yet. */
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
    // SQLite takes a transaction back by itself when the disk fails. What comes after must not happen outside of it.
    if (this.#transaction && !this.#database.isTransaction) throw new Error('the transaction was taken back')
    const until = performance.now() + LOCK_PATIENCE
    for (;;)
      try {
        return execute(this.#statements, query)
      } catch (error) {
        if (!isLocked(error) || this.#transaction || performance.now() >= until) throw error
        // Who only reads goes on meanwhile.
        this.#turns.give()
        await pause()
        await this.#turns.take()
      }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  /** At once as somebody who writes: a lock that is only wanted later could not be waited for. */
  async begin(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#transaction = true
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // What SQLite has taken back already needs no taking back; the first error is the one to tell.
    if (how === 'commit' || this.#database.isTransaction) await this.executeQuery(CompiledQuery.raw(how))
    this.#transaction = false
  }
}

const turnOf = (connection: DatabaseConnection): Turn => {
  if (connection instanceof Turn) return connection
  throw new TypeError('a connection of another driver')
}

/**
 * Kysely's driver over one connection of `node:sqlite`, which blocks the process while it works. So it never waits there:
 * where another process holds the file, the connection is given up between attempts.
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
