import type { Db } from './open-database.ts'

/** Writes a row, always the same: a database that is only read may be full. It counts nothing, and may be swept away. */
export const probeDatabase = async (db: Db, now: number): Promise<void> => {
  const row = { count: 0, paused_until: 0, ends_at: now }
  await db
    .insertInto('attempt_counts')
    .values({ key: 'probe', ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
