import type pg from 'pg'
import { createDocumentLocks, type DocumentLocks } from './document-lock.ts'

/** Does something while this process alone holds the lock; it is free at once when the process dies. */
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
    // A connection that did not unlock is closed, and its lock with it.
    client.release(broken)
  }
}

/**
 * Locks of all processes on one database: first this process's own queue, so that only one of those who wait for a
 * document waits with a connection, then an advisory lock under the document's number. The connections are of a pool of
 * their own: whoever holds a lock works with others.
 */
export const createPostgresLocks = (pool: pg.Pool): DocumentLocks => {
  const own = createDocumentLocks()
  return {
    run: (documentId, work) => own.run(documentId, () => withAdvisoryLock(pool, documentId, work)),
    settled: own.settled,
  }
}
