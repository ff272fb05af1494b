import type { Trouble } from '../trouble.ts'

/** SQLSTATE classes and codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) that pass by themselves. */
const LOCK_NOT_AVAILABLE = '55P03'
const CONFLICTS: readonly string[] = ['40001', '40P01', LOCK_NOT_AVAILABLE]
const AWAY_CLASSES: readonly string[] = ['08', '57', '53']
const DISK_FULL = '53100'
const READ_ONLY_TRANSACTION = '25006'
/** How Node names what happens to a connection. */
const AWAY_CODES: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']
/** What `pg` says without a code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5
const sqliteTroubles: Readonly<Record<number, Trouble>> = {
  [SQLITE_BUSY]: 'away',
  // Another connection of this process.
  6: 'away',
  8: 'read-only',
  // The disk failed at a read, write or sync.
  10: 'away',
  13: 'full',
  // The file cannot be opened.
  14: 'away',
  // Too many were opening it at once.
  15: 'away',
}

/** Errors of the runtime may be objects of another realm. */
const propertyOf = (error: unknown, name: 'code' | 'errcode' | 'message'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

const textOf = (error: unknown, name: 'code' | 'message'): string => {
  const value = propertyOf(error, name)
  return typeof value === 'string' ? value : ''
}

/** The primary result code of a failure of `node:sqlite`, which has the extended one. */
const sqliteCode = (error: unknown): number | undefined => {
  const code = textOf(error, 'code') === 'ERR_SQLITE_ERROR' ? propertyOf(error, 'errcode') : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

/** What the file holds is no database (any more): corrupt, or something else. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(sqliteCode(error) ?? 0)

/** Another process is writing to the file just now. */
export const isLocked = (error: unknown): boolean => sqliteCode(error) === SQLITE_BUSY

/** Two transactions were in each other's way: whoever tries again finds what the other one did. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(textOf(error, 'code'))

/** What a failure says about the database; undefined where it is about what was asked of it. */
export const databaseTrouble = (error: unknown): Trouble | undefined => {
  if (error instanceof AggregateError) return error.errors.map(databaseTrouble).find((trouble) => trouble !== undefined)
  const result = sqliteCode(error)
  if (result !== undefined) return sqliteTroubles[result]
  const code = textOf(error, 'code')
  if (code === DISK_FULL) return 'full'
  if (code === READ_ONLY_TRANSACTION) return 'read-only'
  if (AWAY_CODES.includes(code)) return 'away'
  const isState = /^[0-9A-Z]{5}$/.test(code)
  const isAway = isState ? AWAY_CLASSES.includes(code.slice(0, 2)) : AWAY_WORDS.test(textOf(error, 'message'))
  return isAway ? 'away' : undefined
}

/** The database does not answer, is being stopped, takes no more connections or writes nothing: it may in a moment. */
export const isDatabaseAway = (error: unknown): boolean => databaseTrouble(error) !== undefined
