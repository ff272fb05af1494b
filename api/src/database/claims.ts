import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from './open-database.ts'
import { type PostgresSession, PRESENCE } from './postgres-session.ts'

/** Whose hands the work in the tables of jobs is in. */
export interface Claims {
  /** What this process claims with. */
  readonly process: number
  /** Frees what is in the hands of processes that are no more. */
  freeDead(): Promise<void>
}

/** Frees waiting work that is in somebody's hands, `ofDead`: only where these are a process's that is no more. */
const freeClaims = async (db: Db, ofDead?: Expression<SqlBool>): Promise<void> => {
  for (const table of ['outbox', 'seal_jobs', 'completion_certificates'] as const) {
    const claimed = db
      .updateTable(table)
      .set({ claimed_until: null, claimed_by: null })
      .where('state', '=', 'pending')
      .where('claimed_until', 'is not', null)
    await (ofDead === undefined ? claimed : claimed.where(ofDead)).execute()
  }
}

/** This process is the only one: whatever was claimed before it began died with its claimer. */
export const claimsOfOne = (db: Db): Claims => ({ process: 0, freeDead: () => freeClaims(db) })

/** Numbers of the processes that live: each holds a lock under its own (`postgres-session.ts`). */
const living = sql<number>`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(PRESENCE)} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
)`

/** One of several processes; a lock ends with the connection that holds it, so the dead are known at once. */
export const claimsOfSeveral = (
  db: Db,
  { process, seesWhoLives }: Pick<PostgresSession, 'process' | 'seesWhoLives'>,
): Claims => ({
  process,
  freeDead: async () => {
    if (seesWhoLives()) await freeClaims(db, sql<SqlBool>`(claimed_by is null or claimed_by not in ${living})`)
  },
})
