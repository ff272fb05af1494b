import type pg from 'pg'
import { createDocumentLocks, type DocumentLocks } from './document-lock.ts'

/** A crash releases the lock. */
export const withAdvisoryLock = async <Result>(
  pool: pg.Pool,
  key: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  let broken = true
  try {
    await client.query('select pg_advisory_lock($1)', [key])
    const result = await work().finally(async () => {
      await client.query('select pg_advisory_unlock($1)', [key])
      broken = false
    })
    return result
  } finally {
    // Closing the connection unlocks.
    client.release(broken)
  }
}

/**
 * Locks across processes.
 * A local queue limits connections to one per document. Use a
 * separate pool: lock holders need more connections.
 */
export const createPostgresLocks = (pool: pg.Pool): DocumentLocks => {
  const own = createDocumentLocks()
  return {
    run: (documentId, work) => own.run(documentId, () => withAdvisoryLock(pool, documentId, work)),
    settled: own.settled,
  }
}
