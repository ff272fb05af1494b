import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { releasesFolder } from '../registry/registry-file.ts'
import type { ReportToken } from './report-tokens.ts'

/** Marks of one group of networks that are kept at once; more of its reports do not count. */
export const GROUP_MARKS_MAX = 4000

/** A process waits no longer for another one's write: its event loop is blocked for that time. */
const BUSY_MS = 250

const SCHEMA = `
PRAGMA busy_timeout = ${BUSY_MS};
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY CHECK (id = 1), value BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS used (
  token BLOB NOT NULL, mark TEXT NOT NULL, network_group TEXT NOT NULL, expires INTEGER NOT NULL,
  PRIMARY KEY (token, mark)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS used_by_group ON used (network_group);
CREATE INDEX IF NOT EXISTS used_by_expiry ON used (expires);
`

export interface ReportMemory {
  /** Signs tokens. A lost file begins with another one. */
  readonly key: Buffer
  /**
   * Each mark of a token is taken once, by one process.
   * @param wanted asks `take` for marks; false: it was taken, or the group's share of the memory is full
   */
  use<T>(token: ReportToken, now: number, wanted: (marks: TokenMarks) => T): T
  close(): void
}

export interface TokenMarks {
  take(mark: string): boolean
  has(mark: string): boolean
}

const openFile = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file)
  try {
    database.exec(SCHEMA)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

const isDamaged = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errcode' in error &&
  (error.errcode === SQLITE_CORRUPT || error.errcode === SQLITE_NOTADB)

/** Tokens of a lost file count for nothing, so that none of them counts twice. */
const openOrReplace = (file: string): DatabaseSync => {
  try {
    return openFile(file)
  } catch (error) {
    if (!isDamaged(error)) throw error
    rmSync(file)
    return openFile(file)
  }
}

const keyIn = (database: DatabaseSync): Buffer => {
  database.prepare('INSERT OR IGNORE INTO secret (id, value) VALUES (1, ?)').run(randomBytes(32))
  const { value } = database.prepare('SELECT value FROM secret').get() ?? {}
  if (!(value instanceof Uint8Array)) throw new Error('reports.sqlite has no secret')
  return Buffer.from(value)
}

const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Which tokens were used, for all processes of a folder and across
 * restarts.
 * @param sharedKey of sites on several machines; otherwise the file has one
 */
export const openReportMemory = (dataDir: string, sharedKey?: Buffer): ReportMemory => {
  const database = openOrReplace(join(releasesFolder(dataDir), 'reports.sqlite'))
  const insert = database.prepare(
    'INSERT OR IGNORE INTO used (token, mark, network_group, expires) VALUES (?, ?, ?, ?)',
  )
  const find = database.prepare('SELECT 1 FROM used WHERE token = ? AND mark = ?')
  const count = database.prepare('SELECT count(*) AS marks FROM used WHERE network_group = ?')
  const forget = database.prepare('DELETE FROM used WHERE expires <= ?')
  return {
    key: sharedKey ?? keyIn(database),
    use: ({ id, group, expires }, now, wanted) =>
      inTransaction(database, () => {
        forget.run(Math.floor(now / 1000))
        let free = GROUP_MARKS_MAX - Number(count.get(group)?.marks)
        return wanted({
          take(mark) {
            if (free <= 0 || insert.run(id, mark, group, expires).changes === 0) return false
            free -= 1
            return true
          },
          has: (mark) => find.get(id, mark) !== undefined,
        })
      }),
    close: () => database.close(),
  }
}
