import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { SECOND_MS } from '../clock.ts'
import { isLocked } from './database-failure.ts'
import type { GroupCommit } from './group-commit.ts'

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

/** `some`: unless it changed no row. */
type StatementWrites = 'never' | 'some' | 'always'

const writesOf = (sql: string): StatementWrites => {
  if (/^\s*(?:select|begin|commit|rollback|pragma)\b/i.test(sql)) return 'never'
  return /^\s*(?:insert|update|delete)\b/i.test(sql) ? 'some' : 'always'
}

interface ReadStatement {
  readonly statement: StatementSync
  readonly answersRows: boolean
  readonly writes: StatementWrites
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
    const made = { statement, answersRows: statement.columns().length > 0, writes: writesOf(sql) }
    this.#kept.set(sql, made)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > STATEMENTS_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return made
  }
}

const execute = <Row>({ statement, answersRows }: ReadStatement, parameters: readonly unknown[]): QueryResult<Row> => {
  const values = bind(parameters)
  if (answersRows) return { rows: statement.all(...values) as Row[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
}

const hasWritten = ({ writes }: ReadStatement, { rows, numAffectedRows = 0n }: QueryResult<unknown>): boolean =>
  writes === 'always' || (writes === 'some' && (rows.length > 0 || numAffectedRows > 0n))

interface OpenedDatabase {
  readonly database: DatabaseSync
  readonly statements: Statements
  readonly commits: GroupCommit
}

class Turn implements DatabaseConnection {
  #transaction = false
  #wrote = false
  readonly #opened: OpenedDatabase
  readonly #turns: Turns

  constructor(opened: OpenedDatabase, turns: Turns) {
    this.#opened = opened
    this.#turns = turns
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // SQLite rolls back after a disk error: later
    // statements must not run outside the transaction.
    if (this.#transaction && !this.#opened.database.isTransaction) throw new Error('the transaction was taken back')
    const until = performance.now() + LOCK_TIMEOUT
    for (;;)
      try {
        const statement = this.#opened.statements.read(query.sql)
        const result = execute<Row>(statement, query.parameters)
        this.#wrote ||= hasWritten(statement, result)
        return result
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
    if (how === 'commit' || this.#opened.database.isTransaction) await this.executeQuery(CompiledQuery.raw(how))
    this.#transaction = false
  }

  /** The next turn runs while the disk stores this one's commit. What a turn has read may not be stored either. */
  async give(): Promise<void> {
    if (this.#wrote) this.#opened.commits.made()
    this.#turns.give()
    await this.#opened.commits.stored()
  }
}

const turnOf = (connection: DatabaseConnection): Turn => {
  if (connection instanceof Turn) return connection
  throw new TypeError('a connection of another driver')
}

/**
 * Kysely driver for one `node:sqlite` connection.
 * SQLite calls block the process, so retries on a locked file
 * release the connection. No result leaves before what it says is on the disk.
 */
export class OneConnectionDriver implements Driver {
  readonly #open: () => Pick<OpenedDatabase, 'database' | 'commits'>
  readonly #turns = createTurns()
  #opened: OpenedDatabase | undefined

  constructor(open: () => Pick<OpenedDatabase, 'database' | 'commits'>) {
    this.#open = open
  }

  async init(): Promise<void> {
    const { database, commits } = this.#open()
    this.#opened = { database, statements: new Statements(database), commits }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
    try {
      if (this.#opened === undefined) throw new Error('the database is not open')
      this.#opened.commits.refuseAfterFailure()
      return new Turn(this.#opened, this.#turns)
    } catch (error) {
      this.#turns.give()
      throw error
    }
  }

  releaseConnection = (connection: DatabaseConnection): Promise<void> => turnOf(connection).give()
  beginTransaction = (connection: DatabaseConnection): Promise<void> => turnOf(connection).begin()
  commitTransaction = (connection: DatabaseConnection): Promise<void> => turnOf(connection).end('commit')
  rollbackTransaction = (connection: DatabaseConnection): Promise<void> => turnOf(connection).end('rollback')

  async destroy(): Promise<void> {
    this.#opened?.database.close()
    await this.#opened?.commits.close()
  }
}
