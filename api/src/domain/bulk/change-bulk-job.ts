import type { BulkJob } from 'shared/contract/bulk'
import type { Db } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Services } from '../../platform/services.ts'
import { endBulkJobs } from '../templates/end-bulk-jobs.ts'
import { ownTemplate } from '../templates/find-template.ts'
import { parseRequest } from './send-row.ts'
import { type JobRow, ownJob, viewJob } from './view-job.ts'

type Action = 'pause' | 'resume' | 'cancel'

const rolesOf = async (db: Db, { id }: JobRow): Promise<readonly string[] | undefined> => {
  const row = await db
    .selectFrom('bulk_rows')
    .select('request')
    .where('job_id', '=', id)
    .where('state', '=', 'pending')
    .orderBy('row_number')
    .executeTakeFirst()
  return row === undefined ? undefined : parseRequest(row.request).people.map(({ role }) => role)
}

const newestVersion = async (db: Db, job: JobRow): Promise<number> => {
  const { template, description } = await ownTemplate(db, job.owner_id, job.template_id)
  const known = await rolesOf(db, job)
  const guests = description.roles.filter(({ is_owner }) => !is_owner).map(({ id }) => id)
  if (known !== undefined && (known.length !== guests.length || guests.some((id) => !known.includes(id))))
    throw new ApiError('BULK_TEMPLATE_DIFFERS')
  return template.version
}

const resume = async (db: Db, job: JobRow, programId: number | null, now: number): Promise<void> => {
  const version = await newestVersion(db, job)
  await db
    .updateTable('bulk_jobs')
    .set({ state: 'pending', reason: null, version, program_id: programId, attempts: 0 })
    .set({ next_attempt_at: now, worked_at: now, claimed_until: null })
    .where('id', '=', job.id)
    .where('state', 'in', ['paused', 'stopped'])
    .execute()
}

const pauseJob = async (db: Db, { id }: JobRow, now: number): Promise<void> => {
  await db
    .updateTable('bulk_jobs')
    .set({ state: 'paused', reason: null, worked_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

export interface BulkChange {
  readonly userId: number
  readonly jobId: number
  readonly programId: number | null
  readonly action: Action
}

export const changeBulkJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>, change: BulkChange): Promise<BulkJob> =>
  db.transaction().execute(async (transaction) => {
    const { userId, jobId, programId, action } = change
    const job = await ownJob(transaction, userId, jobId)
    const now = clock()
    const isOver = job.state === 'done' || job.state === 'cancelled'
    if (isOver && !(action === 'cancel' && job.state === 'cancelled')) throw new ApiError('BULK_JOB_ENDED')
    if (action === 'cancel') await endBulkJobs(transaction, { job: jobId }, null, now)
    else if (action === 'pause') await pauseJob(transaction, job, now)
    else if (job.state !== 'pending') await resume(transaction, job, programId, now)
    return viewJob(transaction, userId, jobId)
  })
