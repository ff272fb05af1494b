import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolderDurably } from 'shared/server'
import { ReleaseError } from './release-error.ts'

const POLL_MS = 25
const SQLITE_BUSY = 5

const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY

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
 * Locks between processes. `file` is an empty SQLite database: its lock
 * ends with the process, so it is never stale.
 * @throws ReleaseError `busy` after the timeout
 */
export const withLock = async <T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> => {
  await makeFolderDurably(dirname(file), 0o777)
  let waited = 0
  let release = tryLock(file)
  while (!release) {
    if (waited >= timeoutMs)
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
