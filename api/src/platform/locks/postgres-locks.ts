import type pg from 'pg'
import { ascending, createDocumentLocks, type DocumentLocks } from './document-lock.ts'

/** Locks one after the other, with one connection. A crash releases them. */
const withAdvisoryLocks = async <Result>(
  pool: pg.Pool,
  keys: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  let broken = true
  try {
    for (const key of keys) await client.query('select pg_advisory_lock($1)', [key])
    const result = await work().finally(async () => {
      for (const key of keys) await client.query('select pg_advisory_unlock($1)', [key])
      broken = false
    })
    return result
  } finally {
    // Closing the connection unlocks.
    client.release(broken)
  }
}

export const withAdvisoryLock = <Result>(pool: pg.Pool, key: number, work: () => Promise<Result>): Promise<Result> =>
  withAdvisoryLocks(pool, [key], work)

/**
 * Locks across processes.
 * A local queue limits connections to one per document. Use a
 * separate pool: lock holders need more connections.
 */
export const createPostgresLocks = (pool: pg.Pool): DocumentLocks => {
  const own = createDocumentLocks()
  return {
    run: (documentId, work) => own.run(documentId, () => withAdvisoryLock(pool, documentId, work)),
    runAll: (documentIds, work) => {
      const keys = ascending(documentIds)
      return own.runAll(keys, () => withAdvisoryLocks(pool, keys, work))
    },
    settled: own.settled,
  }
}
