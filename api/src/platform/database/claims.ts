import { type Expression, type SqlBool, sql } from 'kysely'
import { JOB_TABLES } from './claim-job.ts'
import type { ApiDatabase } from './open-database.ts'
import { type PostgresSession, PRESENCE_LOCK } from './postgres-session.ts'

export interface JobClaims {
  /** This process's id in `claimed_by`. */
  readonly process: number
  freeDead(): Promise<void>
}

/** @param ofDead default: all claims */
const freeClaims = async (db: ApiDatabase, ofDead?: Expression<SqlBool>): Promise<void> => {
  for (const table of JOB_TABLES) {
    const claimed = db
      .updateTable(table)
      .set({ claimed_until: null, claimed_by: null })
      .where('state', '=', 'pending')
      .where('claimed_until', 'is not', null)
    await (ofDead === undefined ? claimed : claimed.where(ofDead)).execute()
  }
}

/** A single process: claims are stale until it makes the first. */
export const claimsOfOne = (db: ApiDatabase): JobClaims => {
  let freed: Promise<void> | undefined
  return {
    process: 0,
    freeDead: () => {
      freed ??= freeClaims(db)
      return freed
    },
  }
}

/** Live processes hold advisory locks (`postgres-session.ts`). */
const living = sql<number>`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(PRESENCE_LOCK)} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
)`

/** Locks end with their connection, so dead processes are visible at once. */
export const claimsOfSeveral = (
  db: ApiDatabase,
  { process, seesWhoLives }: Pick<PostgresSession, 'process' | 'seesWhoLives'>,
): JobClaims => ({
  process,
  freeDead: async () => {
    if (seesWhoLives()) await freeClaims(db, sql<SqlBool>`(claimed_by is null or claimed_by not in ${living})`)
  },
})
