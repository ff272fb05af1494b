/** SQLSTATE classes and codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) that pass by themselves. */
const CONFLICTS: readonly string[] = ['40001', '40P01']
const AWAY_CLASSES: readonly string[] = ['08', '57', '53']
/** How Node names what happens to a connection. */
const AWAY_CODES: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']
/** What `pg` says without a code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const textOf = (error: unknown, name: 'code' | 'message'): string => {
  if (typeof error !== 'object' || error === null) return ''
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** Two transactions were in each other's way: whoever tries again finds what the other one did. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(textOf(error, 'code'))

/** The database does not answer, is being stopped or takes no more connections: it may be back in a moment. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = textOf(error, 'code')
  if (AWAY_CODES.includes(code)) return true
  if (/^[0-9A-Z]{5}$/.test(code)) return AWAY_CLASSES.includes(code.slice(0, 2))
  return AWAY_WORDS.test(textOf(error, 'message'))
}
