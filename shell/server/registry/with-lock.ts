import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReleaseError } from './release-error.ts'

const POLL_MS = 25
/** SQLite's number for "somebody else has it". */
const SQLITE_BUSY = 5

const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY

/** @returns how to let go of it; undefined while somebody else has it */
const tryLock = (file: string): (() => void) | undefined => {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return () => database.close()
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/**
 * Runs `work` while nobody else, in this process or in another one, holds the lock `file`. The file is an SQLite
 * database that stays empty: its lock is the operating system's, which ends with the process that has it, however that
 * process ends. A file that only says who holds it would have to be guessed stale.
 *
 * @param patienceMs how long to wait for the others
 * @throws ReleaseError `busy` when they take longer
 */
export const withLock = async <T>(file: string, patienceMs: number, work: () => Promise<T>): Promise<T> => {
  await mkdir(dirname(file), { recursive: true })
  let waited = 0
  let release = tryLock(file)
  while (!release) {
    if (waited >= patienceMs)
      throw new ReleaseError(
        'busy',
        `Otro proceso lleva demasiado tiempo en lo mismo (${file}). Espera a que termine e inténtalo de nuevo.`,
      )
    await sleep(POLL_MS)
    waited += POLL_MS
    release = tryLock(file)
  }
  try {
    return await work()
  } finally {
    release()
  }
}
