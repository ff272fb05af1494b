import { randomUUID } from 'node:crypto'
import { type Every, SECOND } from '../clock.ts'
import { isDatabaseAway } from '../database/database-away.ts'
import type { Db } from '../database/open-database.ts'
import type { ServiceWatch } from './watch-service.ts'

/** How often a database that is away is tried, in milliseconds. */
const PROBE_INTERVAL = 5 * SECOND

export interface DatabaseWatch {
  /** Hears of any failure; those that say nothing about the database are left alone. */
  observe(error: unknown): void
  /** The connection that the process keeps for itself has ended. */
  lost(): void
  stop(): void
}

interface Options {
  readonly db: Db
  readonly watch: ServiceWatch
  readonly every: Every
}

/** Writes a row and takes it back: a full or write-protected disk is still read. */
const tryOut = async (db: Db): Promise<void> => {
  const key = `probe ${randomUUID()}`
  await db.insertInto('attempt_counts').values({ key, count: 0, paused_until: 0, ends_at: 0 }).execute()
  await db.deleteFrom('attempt_counts').where('key', '=', key).execute()
}

const connectionLost = Object.assign(new Error('the connection ended'), { code: 'CONNECTION_LOST' })

/** Tells when the database goes away; from then on it is tried until it takes a row again. */
export const watchDatabase = ({ db, watch, every }: Options): DatabaseWatch => {
  let stopProbing: (() => void) | undefined
  let trying = false
  const stop = (): void => {
    stopProbing?.()
    stopProbing = undefined
  }
  const probe = async (): Promise<void> => {
    if (trying) return
    trying = true
    try {
      await tryOut(db)
      if (stopProbing === undefined) return
      stop()
      watch.worked()
    } catch {
      // Still away.
    } finally {
      trying = false
    }
  }
  const failed = (error: unknown): void => {
    watch.failed(error)
    stopProbing ??= every(PROBE_INTERVAL, () => void probe())
  }
  return {
    observe: (error) => {
      if (isDatabaseAway(error)) failed(error)
    },
    lost: () => failed(connectionLost),
    stop,
  }
}
