import type { BulkJob, NewBulkJob } from 'shared/contract/bulk'
import { DAY_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { checkKeyStored, type KeyedRequest, onceByKey, requestFingerprint } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkVersion, ownMembers, versionOfMembers } from '../templates/template-set.ts'
import type { CheckedRow } from './csv/check-rows.ts'
import { refuseMissing } from './csv/map-columns.ts'
import { type ReadUpload, readBulkUpload } from './read-upload.ts'
import { viewJob } from './view-job.ts'

type BulkJobDependencies = Pick<ApiServices, 'db' | 'clock'>

export interface NewJob {
  readonly userId: number
  readonly templateId: number
  /** Token that starts the job; the job stops when it expires or is revoked. Null for a session. */
  readonly programId: number | null
  readonly body: NewBulkJob
}

/** Unfinished jobs of an account, paused and stopped ones included. A limit against misuse, like the next one. */
const OPEN_MAX = 5
/** Documents of an account's rows in 24 hours; each of a set counts. It replaces the limit of single invitations, which a job does not count towards. */
const DOCUMENTS_PER_DAY = 20_000
/** Rows in one INSERT: six parameters each, and SQLite and PostgreSQL limit the parameters of a statement. */
const ROWS_AT_ONCE = 100

const jobFingerprint = ({ templateId, body: { file, mapping, leave_out_problems } }: NewJob): string =>
  requestFingerprint([templateId, file, mapping ?? null, leave_out_problems])

interface FoundJob {
  readonly id: number
  readonly fingerprint: string
}

const keyedJob = (
  db: ApiDatabase,
  { userId, body: { request_key: key } }: NewJob,
  fingerprint: string,
): KeyedRequest<FoundJob, number> | undefined => {
  if (key === undefined) return undefined
  const own = db.selectFrom('bulk_jobs').select(['id', 'fingerprint']).where('owner_id', '=', userId)
  return {
    fingerprint,
    find: () => own.where('request_key', '=', key).executeTakeFirst(),
    answer: ({ id }) => id,
  }
}

const checkRoom = async (db: ApiDatabase, userId: number, documents: number, now: number): Promise<void> => {
  const own = db.selectFrom('bulk_jobs').where('owner_id', '=', userId)
  const { open } = await own
    .where('state', 'in', ['pending', 'paused', 'stopped'])
    .select((eb) => eb.fn.countAll().as('open'))
    .executeTakeFirstOrThrow()
  if (Number(open) >= OPEN_MAX) throw new ApiError('BULK_JOBS_FULL')
  const { today } = await own
    .where('created_at', '>', now - DAY_MS)
    .select(({ fn, eb }) => fn.sum(eb('total', '*', eb.ref('row_documents'))).as('today'))
    .executeTakeFirstOrThrow()
  if (Number(today ?? 0) + documents > DOCUMENTS_PER_DAY) throw new ApiError('BULK_DAY_FULL')
}

const firstProblem = ({ problems: [first] }: CheckedRow): string =>
  first === undefined ? '' : `${first.column === null ? '' : `${first.column}: `}${first.message}`

/** Sends nothing if a row has problems, unless the owner chose to leave such rows out. */
const checkReady = ({ rows }: ReadUpload, { leave_out_problems: leaveOut }: NewBulkJob): void => {
  const wrong = rows.filter(({ problems }) => problems.length > 0)
  const [first] = wrong
  if (first !== undefined && !leaveOut)
    throw new ApiError('BULK_ROWS_INVALID', {
      message: `${wrong.length === 1 ? 'Una fila tiene' : `${wrong.length} filas tienen`} errores y no se envió nada. La fila ${first.number}: ${firstProblem(first)} Corrige el archivo o elige dejarlas fuera.`,
    })
  if (wrong.length === rows.length) throw new ApiError('BULK_NOTHING_READY')
}

const insertRows = async (db: ApiDatabase, jobId: number, rows: readonly CheckedRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('bulk_rows')
      .values(
        rows.slice(at, at + ROWS_AT_ONCE).map((row) => {
          const isReady = row.problems.length === 0
          return {
            job_id: jobId,
            row_number: row.number,
            state: isReady ? ('pending' as const) : ('left-out' as const),
            request: isReady ? JSON.stringify(row.request) : null,
            document_id: null,
            error: isReady ? null : firstProblem(row),
          }
        }),
      )
      .execute()
}

/** @returns undefined if a request with the same key came first */
const insertJob = async (
  db: ApiDatabase,
  { userId, templateId, programId, body }: NewJob,
  { csv, rows, members }: ReadUpload,
  { fingerprint, now }: { readonly fingerprint: string; readonly now: number },
): Promise<number> => {
  const version = versionOfMembers(members)
  checkVersion(await ownMembers(db, userId, templateId), version)
  const { template } = members[0]
  const id = newId()
  const inserted = await db
    .insertInto('bulk_jobs')
    .values({
      id,
      owner_id: userId,
      template_id: templateId,
      template_name: template.name,
      version,
      program_id: programId,
      separator: csv.separator,
      request_key: body.request_key ?? null,
      fingerprint,
      state: 'pending',
      reason: null,
      total: rows.length,
      row_documents: members.length,
      created_at: now,
      worked_at: now,
      finished_at: null,
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      claimed_by: null,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'request_key']).doNothing())
    .executeTakeFirstOrThrow()
  checkKeyStored(inserted)
  await insertRows(db, id, rows)
  return id
}

const createOnce = async ({ db, clock }: BulkJobDependencies, wanted: NewJob, fingerprint: string): Promise<number> => {
  const { userId, body } = wanted
  const upload = await readBulkUpload({ db }, { ...wanted, ...body })
  if (body.template_version !== undefined) checkVersion(upload.members, body.template_version)
  refuseMissing(upload.csv, upload.missing)
  checkReady(upload, body)
  const now = clock()
  return db.transaction().execute(async (transaction) => {
    await checkRoom(transaction, userId, upload.rows.length * upload.members.length, now)
    return insertJob(transaction, wanted, upload, { fingerprint, now })
  })
}

/**
 * Reads the file again, with the code of the preview: nothing that the browser says about rows is trusted.
 *
 * Returns as soon as the rows are stored. The file itself is not kept.
 *
 * @throws ApiError BULK_ROWS_INVALID, BULK_NOTHING_READY, BULK_JOBS_FULL, BULK_DAY_FULL, TEMPLATE_CHANGED,
 *   CSV_UNREADABLE, CSV_COLUMNS_MISSING, CSV_ROWS_EXCEEDED, IDEMPOTENCY_KEY_REUSED
 */
export const createBulkJob = async (uses: BulkJobDependencies, wanted: NewJob): Promise<BulkJob> => {
  const fingerprint = jobFingerprint(wanted)
  const id = await onceByKey(keyedJob(uses.db, wanted, fingerprint), () => createOnce(uses, wanted, fingerprint))
  return viewJob(uses.db, wanted.userId, id)
}
