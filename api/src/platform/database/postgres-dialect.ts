import { Kysely, PostgresDialect, type PostgresPool, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import { SECOND_MS } from '../clock.ts'
import { isTransactionConflict } from './database-failure.ts'
import type { WrapDialect } from './open-database.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT = 5 * SECOND_MS
const IDLE_IN_TRANSACTION = 60 * SECOND_MS
const ATTEMPTS_MAX = 12
const FIRST_PAUSE = 5
const LONGEST_PAUSE = 500

const INT8 = 20
const NUMERIC = 1700

/** Throws instead of losing precision. */
const toNumber = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit into a number`)
  return number
}

export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? toNumber : pg.types.getTypeParser(oid, format)),
}

export interface PoolOptions {
  readonly url: string
  readonly onError: (error: unknown) => void
  readonly size?: number
  /** Milliseconds to wait for a connection. */
  readonly connectTimeout?: number
  /** Milliseconds to wait for a lock; default: no limit. */
  readonly lockTimeout?: number
}

export const openPool = (options: PoolOptions): pg.Pool => {
  const { url, onError, size = POOL_SIZE, connectTimeout = CONNECT_TIMEOUT, lockTimeout = 0 } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectTimeout,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    lock_timeout: lockTimeout,
    keepAlive: true,
    types: numberTypes,
  })
  // The pool removes broken idle connections.
  pool.on('error', onError)
  // Without a listener, a broken active connection crashes the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Retries conflicts with exponential back-off and jitter. */
const retried = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (!isTransactionConflict(error) || attempt >= ATTEMPTS_MAX) throw error
      await pause(Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt))
    }
}

/**
 * Serializable transactions with retries, as serial as on
 * SQLite. A transaction must have no other side effects.
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

/** PostgreSQL text cannot contain U+0000. */
export const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

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

export const serialKysely = <Tables>(
  pool: pg.Pool,
  wrapDialect: WrapDialect = (dialect) => dialect,
): Kysely<Tables> => {
  const db = new SerialKysely<Tables>({ dialect: wrapDialect(new PostgresDialect({ pool: tolerant(pool) })) })
  const destroy = db.destroy.bind(db)
  // Kysely ends only a pool that it has used.
  db.destroy = async () => {
    await destroy()
    if (!pool.ending) await pool.end()
  }
  return db
}

/** Default isolation, for single statements and locks. */
export const plainKysely = <Tables>(pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: tolerant(pool) }) })
