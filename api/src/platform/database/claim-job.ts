import type { ExpressionBuilder, Selectable, SelectQueryBuilder } from 'kysely'
import { BLAMED_MAX, VOID_MAX } from './deaths.ts'
import { isPostgres } from './dialects/migration-dialect.ts'
import type { ApiDatabase } from './open-database.ts'
import type { DatabaseSchema } from './schema.ts'

/** The tables of due work, each with its primary key. */
export const JOB_KEYS = {
  outbox: 'id',
  bulk_jobs: 'id',
  seal_jobs: 'document_id',
  completion_certificates: 'document_id',
  webhook_deliveries: 'id',
} as const
export type JobTable = keyof typeof JOB_KEYS
export const JOB_TABLES = Object.keys(JOB_KEYS) as readonly JobTable[]

const REASON_MAX_LENGTH = 500

export const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX_LENGTH)

/** Milliseconds; doubles per attempt. */
export const pauseAfter = (
  attempts: number,
  { first, longest }: { readonly first: number; readonly longest: number },
) => Math.min(longest, first * 2 ** (attempts - 1))

export const addJitter = (pause: number, random: () => number): number => Math.round(pause * (0.5 + random() / 2))

export interface JobClaimant {
  readonly now: number
  readonly process: number
  /** Of the process, by the same clock. */
  readonly startedAt: number
}

type JobRow = ExpressionBuilder<DatabaseSchema, JobTable>

/** No process works on it. */
export const isUnclaimed = (now: number) => (eb: JobRow) =>
  eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)])

/** Includes own claims, because a failing database kept their end. */
export const isDue =
  ({ now, process }: Omit<JobClaimant, 'startedAt'>) =>
  (eb: JobRow) =>
    eb.and([
      eb('state', '=', 'pending'),
      eb('next_attempt_at', '<=', now),
      eb.or([isUnclaimed(now)(eb), eb('claimed_by', '=', process)]),
    ])

export const findDueJobs = async (
  db: ApiDatabase,
  table: 'seal_jobs' | 'completion_certificates',
  by: JobClaimant,
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

export interface JobClaim extends JobClaimant {
  /** Milliseconds. */
  readonly life: number
}

/**
 * Counts the attempt first: a claim that runs out counts, too. A death gives it back (`claims.ts`).
 * `blamed` as in `blameAtClaim`.
 */
const claim = (db: ApiDatabase, table: JobTable, { life, ...by }: JobClaim) =>
  db
    .updateTable(table)
    .set((eb) => ({
      claimed_until: by.now + life,
      claimed_by: by.process,
      attempts: eb('attempts', '+', 1),
      blamed: eb
        .case()
        .when(eb.and([eb('died_at', '<', by.startedAt), eb('deaths', '<', VOID_MAX), eb('blamed', '<', BLAMED_MAX)]))
        .then(0)
        .else(eb.ref('blamed'))
        .end(),
    }))
    .where(isDue(by))

/**
 * Claims one job. A process must not claim a job that it works on.
 * @returns false if the job is done, not due or another's
 */
export const claimJobOf = async (db: ApiDatabase, table: JobTable, id: number, by: JobClaim): Promise<boolean> => {
  const { numUpdatedRows } = await claim(db, table, by).where(JOB_KEYS[table], '=', id).executeTakeFirst()
  return numUpdatedRows === 1n
}

type DueJobs = SelectQueryBuilder<DatabaseSchema, JobTable, { readonly id: number }>

/**
 * Claims the first due job. A process must not run two claims of
 * a table at once: the second would take the job of the first.
 * @param choose excludes jobs that this process works on; orders
 */
export const claimNextOf = async <Table extends 'outbox' | 'bulk_jobs'>(
  db: ApiDatabase,
  table: Table,
  by: JobClaim,
  choose: (due: DueJobs) => DueJobs,
): Promise<Selectable<DatabaseSchema[Table]> | undefined> => {
  const ofTable: JobTable = table
  const claimed = await claim(db, ofTable, by)
    // Not `in`: PostgreSQL may run that subquery, and so its limit, again for each row.
    .where('id', '=', (eb) =>
      choose(eb.selectFrom(ofTable).select('id').where(isDue(by)))
        .limit(1)
        // Processes skip each other's rows.
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst()
  // `returningAll` types the row of any of the tables.
  return claimed as Selectable<DatabaseSchema[Table]> | undefined
}
