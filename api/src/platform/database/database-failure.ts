import type { InfrastructureFailure } from '../failure-kind.ts'

/**
 * Transient SQLSTATE codes.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const LOCK_NOT_AVAILABLE = '55P03'
const CONFLICTS: readonly string[] = ['40001', '40P01', LOCK_NOT_AVAILABLE]
const UNAVAILABLE_CLASSES: readonly string[] = ['08', '57', '53']
const DISK_FULL = '53100'
const READ_ONLY_TRANSACTION = '25006'
const UNAVAILABLE_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** Messages of `pg` without a code. */
const UNAVAILABLE_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
/** Primary result codes (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5
const sqliteFailures: Readonly<Record<number, InfrastructureFailure>> = {
  [SQLITE_BUSY]: 'unavailable',
  // SQLITE_LOCKED: within this process.
  6: 'unavailable',
  8: 'read-only',
  // SQLITE_IOERR.
  10: 'unavailable',
  13: 'full',
  // SQLITE_CANTOPEN.
  14: 'unavailable',
  // SQLITE_PROTOCOL.
  15: 'unavailable',
}

/** Runtime errors may come from another realm. */
const propertyOf = (error: unknown, name: 'code' | 'errcode' | 'message'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

const failureProperty = (error: unknown, name: 'code' | 'message'): string => {
  const value = propertyOf(error, name)
  return typeof value === 'string' ? value : ''
}

/** `node:sqlite` reports the extended code. */
const sqliteCode = (error: unknown): number | undefined => {
  const code = failureProperty(error, 'code') === 'ERR_SQLITE_ERROR' ? propertyOf(error, 'errcode') : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

/** SQLITE_CORRUPT or SQLITE_NOTADB. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(sqliteCode(error) ?? 0)

export const isLocked = (error: unknown): boolean => sqliteCode(error) === SQLITE_BUSY

export const isTransactionConflict = (error: unknown): boolean => CONFLICTS.includes(failureProperty(error, 'code'))

/** Returns undefined if the query itself is at fault. */
export const classifyDatabaseError = (error: unknown): InfrastructureFailure | undefined => {
  if (error instanceof AggregateError)
    return error.errors.map(classifyDatabaseError).find((failure) => failure !== undefined)
  const result = sqliteCode(error)
  if (result !== undefined) return sqliteFailures[result]
  const code = failureProperty(error, 'code')
  if (code === DISK_FULL) return 'full'
  if (code === READ_ONLY_TRANSACTION) return 'read-only'
  if (UNAVAILABLE_CODES.includes(code)) return 'unavailable'
  const isState = /^[0-9A-Z]{5}$/.test(code)
  const isUnavailable = isState
    ? UNAVAILABLE_CLASSES.includes(code.slice(0, 2))
    : UNAVAILABLE_WORDS.test(failureProperty(error, 'message'))
  return isUnavailable ? 'unavailable' : undefined
}

export const isDatabaseUnavailable = (error: unknown): boolean => classifyDatabaseError(error) !== undefined
