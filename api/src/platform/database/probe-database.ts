import type { ApiDatabase } from './open-database.ts'

/** Writes, because a full database can be read. Cleanup may delete the row. */
export const probeDatabase = async (db: ApiDatabase, now: number): Promise<void> => {
  const row = { count: 0, paused_until: 0, ends_at: now }
  await db
    .insertInto('attempt_counts')
    .values({ key: 'probe', ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
