import { setTimeout as sleep } from 'node:timers/promises'
import { createPollingLoop, type PollingLoop, WATCHED_PAUSES } from '../../platform/background/polling-loop.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { claimNextOf, type JobClaimant, pauseAfter } from '../../platform/database/claim-job.ts'
import { claimantAt, type JobClaims } from '../../platform/database/claims.ts'
import { killsProcesses, SURVIVED } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { BulkReason } from '../jobs/bulk-jobs.ts'
import { RowTakenError, type SendingServices, sendRow } from './send-row.ts'
import type { JobRow } from './view-job.ts'

type BulkWorkerOptions = SendingServices &
  Pick<ApiServices, 'adminLog'> & { readonly claims: JobClaims; readonly log: Pick<ServiceLog, 'error'> }

/**
 * Milliseconds. One row at a time and this pause leave the machine to people who sign; 1,000 rows take about 2.5
 * minutes.
 */
const ROW_PAUSE = 100
/**
 * Afterwards another process may take the job. Claims only avoid double work: the transaction of `sendRow` makes a row
 * exactly once.
 */
const CLAIM = MINUTE_MS
/**
 * Failed attempts in a row at one row, about a minute. Then its owner and administrators read it, and it is tried on and
 * on: nothing of the job is lost. Deaths of the process (`deaths.ts`) and unavailable services do not count.
 */
const REPORTED_ATTEMPT = 5
/** Milliseconds; doubles per attempt. */
const RETRY = { first: 2 * SECOND_MS, longest: 10 * MINUTE_MS }
const ROW_KILLS_TEXT = 'Esta fila hizo caer el servidor dos veces y no se envió.'

/** The job that waited longest, so that each owner's jobs advance. */
const claimNext = (db: ApiDatabase, by: JobClaimant): Promise<JobRow | undefined> =>
  claimNextOf(db, 'bulk_jobs', { ...by, life: CLAIM }, (due) => due.orderBy('worked_at').orderBy('id'))

const release = async (
  db: ApiDatabase,
  { id }: JobRow,
  change: Partial<Pick<JobRow, 'state' | 'reason' | 'attempts' | 'next_attempt_at' | 'worked_at' | 'finished_at'>>,
): Promise<void> => {
  await db
    .updateTable('bulk_jobs')
    .set({ ...change, ...SURVIVED, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

const nextRow = (db: ApiDatabase, { id }: JobRow) =>
  db
    .selectFrom('bulk_rows')
    .select(['row_number', 'request'])
    .where('job_id', '=', id)
    .where('state', '=', 'pending')
    .orderBy('row_number')
    .executeTakeFirst()

/** Asked before each row: a revoked or expired token, or a deleted account, must not send another one. */
const reasonToStop = async (
  db: ApiDatabase,
  { program_id, owner_id }: JobRow,
  now: number,
): Promise<BulkReason | undefined> => {
  const owner = db.selectFrom('users').select('id').where('id', '=', owner_id).where('deleted_at', 'is', null)
  if ((await owner.executeTakeFirst()) === undefined) return 'ACCOUNT_DELETED'
  if (program_id === null) return undefined
  const token = db
    .selectFrom('program_tokens')
    .select('id')
    .where('id', '=', program_id)
    .where('user_id', '=', owner_id)
    .where('expires_at', '>', now)
  return (await token.executeTakeFirst()) === undefined ? 'ACCESS_REVOKED' : undefined
}

/** Codes that hold for every row of the job, so the next row is not tried. Other refusals fail one row. */
const STOPPING: readonly BulkReason[] = [
  'TEMPLATE_CHANGED',
  'TEMPLATE_DAMAGED',
  'TEMPLATE_REFUSED',
  'QUOTA_EXCEEDED',
  'EMAIL_NOT_VERIFIED',
]

const stopReason = (error: unknown): BulkReason | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'NOT_FOUND') return 'TEMPLATE_DELETED'
  return STOPPING.find((reason) => reason === error.code)
}

/** The database, the storage or the machine, not the row: retried without an end, and not counted. */
const isTemporary = (error: unknown): boolean =>
  classifyInfrastructureError(error) !== undefined ||
  error instanceof OverloadError ||
  (error instanceof ApiError && error.status >= 500)

const failRow = async (db: ApiDatabase, { id }: JobRow, rowNumber: number, message: string): Promise<void> => {
  await db
    .updateTable('bulk_rows')
    .set({ state: 'failed', error: message, request: null })
    .where('job_id', '=', id)
    .where('row_number', '=', rowNumber)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Stops the job, fails the row or retries, in this order. Each ending gives the turn to the next job through
 * `worked_at`.
 */
const recordFailure = async (
  { db, clock, log, adminLog }: BulkWorkerOptions,
  job: JobRow,
  rowNumber: number,
  error: unknown,
): Promise<void> => {
  const now = clock()
  const stopping = stopReason(error)
  if (error instanceof RowTakenError) return release(db, job, { attempts: 0, reason: null, worked_at: now })
  if (stopping !== undefined)
    return release(db, job, { state: 'stopped', reason: stopping, attempts: 0, worked_at: now })
  if (error instanceof ApiError && !isTemporary(error)) {
    await failRow(db, job, rowNumber, error.message)
    return release(db, job, { attempts: 0, reason: null, worked_at: now })
  }
  log.error({ err: error, job: job.id, row: rowNumber }, 'bulk row not sent')
  const attempts = isTemporary(error) ? Math.max(job.attempts - 1, 0) : job.attempts
  const reason: BulkReason | null = attempts >= REPORTED_ATTEMPT ? 'UNEXPECTED' : null
  if (attempts === REPORTED_ATTEMPT)
    adminLog.record({ event: 'bulk-row-failing', job: job.id, row: rowNumber, attempts })
  return release(db, job, { attempts, reason, next_attempt_at: now + pauseAfter(attempts + 1, RETRY), worked_at: now })
}

const work = async (options: BulkWorkerOptions, job: JobRow): Promise<void> => {
  const { db, clock } = options
  const stop = (reason: BulkReason) => release(db, job, { state: 'stopped', reason, attempts: 0, worked_at: clock() })
  const refused = await reasonToStop(db, job, clock())
  if (refused !== undefined) return stop(refused)
  const row = await nextRow(db, job)
  if (row === undefined)
    return release(db, job, { state: 'done', attempts: 0, reason: null, finished_at: clock(), worked_at: clock() })
  if (killsProcesses(job)) {
    await failRow(db, job, row.row_number, ROW_KILLS_TEXT)
    options.adminLog.record({ event: 'job-stopped', kind: 'bulk', number: job.id, row: row.row_number })
    return stop(`ROW_KILLS:${row.row_number}`)
  }
  try {
    await sendRow(options, job, row)
  } catch (error) {
    return recordFailure(options, job, row.row_number, error)
  }
  return release(db, job, { attempts: 0, reason: null, worked_at: clock() })
}

/**
 * Sends one row of one job at a time; jobs take turns by `worked_at`. Several processes may run it.
 *
 * @returns `tick` sends at most one row without the pause, for tests
 */
export const createBulkWorker = (options: BulkWorkerOptions): PollingLoop => {
  const { db, clock, claims, log } = options
  const tick = async (): Promise<number> => {
    const job = await claimNext(db, claimantAt(claims, clock()))
    if (job === undefined) return 0
    await work(options, job)
    return 1
  }
  const paced = async (): Promise<number> => {
    const done = await tick()
    if (done > 0) await sleep(ROW_PAUSE)
    return done
  }
  const loop = createPollingLoop(paced, WATCHED_PAUSES, (error) => log.error({ err: error }, 'bulk worker failed'))
  return { ...loop, tick }
}
