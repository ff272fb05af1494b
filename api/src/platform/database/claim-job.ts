import type { ExpressionBuilder } from 'kysely'
import type { Db } from './open-database.ts'
import type { Database } from './schema.ts'

const JOB_KEYS = {
  seal_jobs: 'document_id',
  completion_certificates: 'document_id',
  webhook_deliveries: 'id',
} as const
type JobTable = keyof typeof JOB_KEYS
export const JOB_TABLES = Object.keys(JOB_KEYS) as readonly JobTable[]

const REASON_MAX_LENGTH = 500

export const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX_LENGTH)

/** Milliseconds; doubles per attempt. */
export const pauseAfter = (
  attempts: number,
  { first, longest }: { readonly first: number; readonly longest: number },
) => Math.min(longest, first * 2 ** (attempts - 1))

export const jitter = (pause: number, random: () => number): number => Math.round(pause * (0.5 + random() / 2))

export interface Claimant {
  readonly now: number
  readonly process: number
}

/** Includes own claims, because a failing database kept their end. */
export const isDue =
  ({ now, process }: Claimant) =>
  (eb: ExpressionBuilder<Database, JobTable>) =>
    eb.and([
      eb('state', '=', 'pending'),
      eb('next_attempt_at', '<=', now),
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now), eb('claimed_by', '=', process)]),
    ])

export const findDueJobs = async (
  db: Db,
  table: Exclude<JobTable, 'webhook_deliveries'>,
  by: Claimant,
  limit = 100,
): Promise<number[]> => {
  const rows = await db
    .selectFrom(table)
    .select('document_id')
    .where(isDue(by))
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

export interface Claim extends Claimant {
  /** Milliseconds. */
  readonly life: number
}

/**
 * Claims a job; counts the attempt first, so that crashes count too.
 * A process must not claim a job that it works on.
 * @returns false if the job is done, not due or another's
 */
export const claimJobOf = async (db: Db, table: JobTable, id: number, { life, ...by }: Claim): Promise<boolean> => {
  const claimed = await db
    .updateTable(table)
    .set((eb) => ({ claimed_until: by.now + life, claimed_by: by.process, attempts: eb('attempts', '+', 1) }))
    .where(JOB_KEYS[table], '=', id)
    .where(isDue(by))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}
