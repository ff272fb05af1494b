import { Kysely, PostgresDialect, type PostgresPool, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import { SECOND } from '../clock.ts'
import { isConflict } from './database-away.ts'

/** Connections of one process that work with tables. */
const POOL_SIZE = 10
const CONNECT_TIMEOUT = 5 * SECOND
/** After that long without a word within a transaction its process is taken for hung, in milliseconds. */
const IDLE_IN_TRANSACTION = 60 * SECOND
/** How often a transaction is tried that others were in the way of. */
const ATTEMPTS_MAX = 12
const FIRST_PAUSE = 5
const LONGEST_PAUSE = 500

const INT8 = 20
const NUMERIC = 1700

/** Identifiers, instants and counts fit into a number; what does not is an error, never another number. */
const toNumber = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit into a number`)
  return number
}

/** `bigint` as a number. */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? toNumber : pg.types.getTypeParser(oid, format)),
}

export interface PoolOptions {
  readonly url: string
  /** Hears of connections that broke. */
  readonly onError: (error: unknown) => void
  readonly size?: number
  /** How long somebody waits for a connection, in milliseconds. */
  readonly patience?: number
  /** How long somebody waits for a lock that another one holds, in milliseconds; without an end when absent. */
  readonly lockPatience?: number
}

/** A pool of connections to the database that the address names. */
export const openPool = (options: PoolOptions): pg.Pool => {
  const { url, onError, size = POOL_SIZE, patience = CONNECT_TIMEOUT, lockPatience = 0 } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patience,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    lock_timeout: lockPatience,
    keepAlive: true,
    types: numberTypes,
  })
  // A connection that is not in use and breaks is taken out by the pool; nobody waits for it.
  pool.on('error', onError)
  // One that breaks in use fails the next statement on it; without a listener it would take the process along.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Does it again while others are in the way, after pauses that double and that no two wait alike. */
export const retried = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt >= ATTEMPTS_MAX) throw error
      await pause(Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt))
    }
}

/**
 * Kysely whose transactions run as if one after the other, as they do with SQLite: PostgreSQL ends one that saw what
 * another has changed meanwhile, and it begins anew. So what a transaction does is done with the transaction alone.
 */
class SerialKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction().setIsolationLevel('serializable')
    const once = builder.execute.bind(builder)
    builder.execute = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
      retried(() => once(work))
    return builder
  }
}

/** PostgreSQL keeps no text with U+0000, which people do not type; what stands there is shown as what it is. */
export const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

/** The pool, as Kysely uses it, for text that SQLite would have kept. */
const tolerant = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  Client: pg.Client,
  connect: async () => {
    const client = await pool.connect()
    const query = (text: string, values: readonly unknown[]) => client.query(text, values.map(withoutNul))
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return query
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  },
  end: () => pool.end(),
})

/** Kysely over a pool, with transactions as the code that was written for SQLite expects them. Ends the pool with it. */
export const serialKysely = <Tables>(pool: pg.Pool): Kysely<Tables> =>
  new SerialKysely<Tables>({ dialect: new PostgresDialect({ pool: tolerant(pool) }) })

/** Kysely over the same pool as PostgreSQL does by itself, for what is one statement or holds a lock of its own. */
export const plainKysely = <Tables>(pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: tolerant(pool) }) })
