import type { BulkJob } from 'shared/contract/bulk'
import type { TemplateDescription, TemplateRole } from 'shared/contract/templates'
import { SURVIVED } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { endBulkJobs } from '../jobs/bulk-jobs.ts'
import { versionDescription } from '../templates/find-template.ts'
import { ownMembers, versionOfMembers } from '../templates/template-set.ts'
import type { BulkRequest } from './csv/check-rows.ts'
import { parseRequest } from './send-row.ts'
import { type JobRow, ownJob, viewJob } from './view-job.ts'

type Action = 'pause' | 'resume' | 'cancel'

/** All rows of a job have the same roles and columns, so the first pending one answers. */
const firstPending = async (db: ApiDatabase, { id }: JobRow): Promise<BulkRequest | undefined> => {
  const row = await db
    .selectFrom('bulk_rows')
    .select('request')
    .where('job_id', '=', id)
    .where('state', '=', 'pending')
    .orderBy('row_number')
    .executeTakeFirst()
  return row === undefined ? undefined : parseRequest(row.request)
}

/** A removed role's id may be another role's in a later version, so the kind must be the same. */
const hasRoles = (older: TemplateDescription, newer: TemplateDescription, { people }: BulkRequest): boolean => {
  const guests = newer.roles.filter(({ is_owner }) => !is_owner)
  const isKnown = ({ id, kind }: TemplateRole): boolean =>
    people.some(({ role }) => role === id) && older.roles.some((role) => role.id === id && role.kind === kind)
  return people.length === guests.length && guests.every(isKnown)
}

/** The meaning of a value, and whether it fits. */
const meaningOf = ({ form_fields, fields }: TemplateDescription, index: number): string => {
  const { label, rule, required, signature } = form_fields[index] ?? {}
  return JSON.stringify([label, rule, required, fields[signature ?? -1]?.role])
}

/** The rows name form fields by index. */
const hasSameForm = (older: TemplateDescription, newer: TemplateDescription, { form_values }: BulkRequest): boolean =>
  form_values.every(([index]) => meaningOf(older, index) === meaningOf(newer, index))

/**
 * A resumed job sends the newest version. The rows name people by role and form fields by index, so other roles or
 * fields need another file; so does a set with a new version, because a job knows no version of each template.
 *
 * @throws ApiError BULK_TEMPLATE_DIFFERS
 */
const newestVersion = async (db: ApiDatabase, job: JobRow): Promise<number> => {
  const members = await ownMembers(db, job.owner_id, job.template_id)
  const [{ template, description }, ...others] = members
  const version = versionOfMembers(members)
  const first = await firstPending(db, job)
  if (first === undefined || (others.length > 0 && version === job.version)) return version
  if (others.length > 0) throw new ApiError('BULK_TEMPLATE_DIFFERS')
  const older = await versionDescription(db, job.template_id, job.version)
  if (!hasRoles(older, description, first) || !hasSameForm(older, description, first))
    throw new ApiError('BULK_TEMPLATE_DIFFERS')
  return template.version
}

const resume = async (db: ApiDatabase, job: JobRow, programId: number | null, now: number): Promise<void> => {
  const version = await newestVersion(db, job)
  await db
    .updateTable('bulk_jobs')
    .set({ state: 'pending', reason: null, version, program_id: programId, attempts: 0, ...SURVIVED })
    .set({ next_attempt_at: now, worked_at: now, claimed_until: null })
    .where('id', '=', job.id)
    .where('state', 'in', ['paused', 'stopped'])
    .execute()
}

const pauseJob = async (db: ApiDatabase, { id }: JobRow, now: number): Promise<void> => {
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
  /** Who resumes answers for the rest: the job stops if this token is revoked. Null for a session. */
  readonly programId: number | null
  readonly action: Action
}

/**
 * Repeating an action is no error. A row that is being sent is completed first: `sendRow` locks the job.
 *
 * @throws ApiError BULK_JOB_ENDED, BULK_TEMPLATE_DIFFERS, NOT_FOUND
 */
export const changeBulkJob = ({ db, clock }: Pick<ApiServices, 'db' | 'clock'>, change: BulkChange): Promise<BulkJob> =>
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
