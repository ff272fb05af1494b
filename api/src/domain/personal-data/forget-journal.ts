import { sql } from 'kysely'
import { isPostgres } from '../../platform/database/migrations/dialect.ts'
import type { Db } from '../../platform/database/open-database.ts'

/**
 * SQLite's write-ahead log holds old pages; PostgreSQL recycles its
 * own.
 */
export const forgetJournal = async (db: Db): Promise<void> => {
  if (!isPostgres(db)) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
}
