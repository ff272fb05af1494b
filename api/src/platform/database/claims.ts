import { type Expression, type SqlBool, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { JOB_KEYS, JOB_TABLES, type JobClaimant, type JobTable } from './claim-job.ts'
import { type BlameDeath, blameDeath, type DeathCount, pauseAfterDeath } from './deaths.ts'
import type { ApiDatabase } from './open-database.ts'
import { type PostgresSession, PRESENCE_LOCK } from './postgres-session.ts'

export interface JobClaims {
  /** This process's id in `claimed_by`. */
  readonly process: number
  readonly startedAt: number
  freeDead(): Promise<void>
}

export const claimantAt = ({ process, startedAt }: JobClaims, now: number): JobClaimant => ({ now, process, startedAt })

interface ClaimsOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  /** 0 ≤ n < 1, as `Math.random`. */
  readonly random: () => number
  /** Default: `blameDeath`. */
  readonly blame?: BlameDeath | undefined
}

interface DeadClaim extends DeathCount {
  readonly table: JobTable
  readonly key: number
  readonly claimed_by: number | null
  readonly claimed_until: number | null
  readonly attempts: number
  readonly next_attempt_at: number
}

/** @param ofDead default: all claims */
const findClaims = async (db: ApiDatabase, ofDead?: Expression<SqlBool>): Promise<DeadClaim[]> => {
  const found: DeadClaim[] = []
  for (const table of JOB_TABLES) {
    const claimed = db
      .selectFrom(table)
      .select(sql<number>`${sql.ref(JOB_KEYS[table])}`.as('key'))
      .select(['claimed_by', 'claimed_until', 'attempts', 'next_attempt_at', 'deaths', 'blamed'])
      .where('state', '=', 'pending')
      .where('claimed_until', 'is not', null)
    const rows = await (ofDead === undefined ? claimed : claimed.where(ofDead)).execute()
    for (const row of rows) found.push({ table, ...row })
  }
  return found
}

/** The claim is part of the condition: another process may notice the same death. */
const freeClaim = async (
  db: ApiDatabase,
  { table, key, claimed_by, claimed_until }: DeadClaim,
  change: { readonly attempts: number; readonly next_attempt_at: number } & DeathCount & { died_at?: number },
): Promise<void> => {
  await db
    .updateTable(table)
    .set({ ...change, claimed_until: null, claimed_by: null })
    .where(JOB_KEYS[table], '=', key)
    .where('state', '=', 'pending')
    .where('claimed_until', '=', claimed_until)
    .where('claimed_by', claimed_by === null ? 'is' : '=', claimed_by)
    .execute()
}

const freeClaims = async (
  { db, clock, random, blame = blameDeath }: ClaimsOptions,
  ofDead?: Expression<SqlBool>,
): Promise<void> => {
  const now = clock()
  const byProcess = Map.groupBy(await findClaims(db, ofDead), ({ claimed_by }) => claimed_by)
  for (const inHand of byProcess.values())
    for (const { job, deaths, blamed } of blame(inHand)) {
      const attempts = Math.max(0, job.attempts - 1)
      const waits = blamed === 0 ? {} : { next_attempt_at: now + pauseAfterDeath(deaths, random), died_at: now }
      const { next_attempt_at } = job
      await freeClaim(db, job, { attempts, next_attempt_at, deaths, blamed, ...waits })
    }
}

/** A single process: claims are stale until it makes the first. */
export const claimsOfOne = (options: ClaimsOptions): JobClaims => {
  let freed: Promise<void> | undefined
  return {
    process: 0,
    startedAt: options.clock(),
    freeDead: () => {
      freed ??= freeClaims(options)
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
  options: ClaimsOptions,
  { process, seesWhoLives }: Pick<PostgresSession, 'process' | 'seesWhoLives'>,
): JobClaims => ({
  process,
  startedAt: options.clock(),
  freeDead: async () => {
    if (seesWhoLives()) await freeClaims(options, sql<SqlBool>`(claimed_by is null or claimed_by not in ${living})`)
  },
})
