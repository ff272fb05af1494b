import type { SelectQueryBuilder } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'

/** With the row's number. */
export type RowKillsReason = `ROW_KILLS:${number}`

/** Stored in `bulk_jobs.reason`. `view-job.ts` has the Spanish text of each. */
export type BulkReason =
  | 'TEMPLATE_DELETED'
  | 'TEMPLATE_CHANGED'
  | 'TEMPLATE_DAMAGED'
  | 'TEMPLATE_REFUSED'
  | 'ACCOUNT_DELETED'
  | 'ACCESS_REVOKED'
  | 'QUOTA_EXCEEDED'
  | 'EMAIL_NOT_VERIFIED'
  | 'UNEXPECTED'
  | RowKillsReason

type Whose = { readonly owner: number } | { readonly templates: readonly number[] } | { readonly job: number }

/**
 * Cancels unfinished jobs and erases the data of their pending rows; rows already sent keep their documents.
 *
 * @param reason null if the owner cancelled
 */
export const endBulkJobs = async (
  db: ApiDatabase,
  whose: Whose,
  reason: BulkReason | null,
  now: number,
): Promise<void> => {
  const ended = await db
    .updateTable('bulk_jobs')
    .set({ state: 'cancelled', reason, finished_at: now, worked_at: now, claimed_until: null })
    .where('state', 'in', ['pending', 'paused', 'stopped'])
    .$if('owner' in whose, (job) => job.where('owner_id', '=', 'owner' in whose ? whose.owner : 0))
    .$if('templates' in whose, (job) => job.where('template_id', 'in', 'templates' in whose ? whose.templates : []))
    .$if('job' in whose, (job) => job.where('id', '=', 'job' in whose ? whose.job : 0))
    .returning('id')
    .execute()
  if (ended.length === 0) return
  await db
    .updateTable('bulk_rows')
    .set({ state: 'cancelled', request: null })
    .where('state', '=', 'pending')
    .where(
      'job_id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute()
}

type Jobs = SelectQueryBuilder<DatabaseSchema, 'bulk_jobs', { id: number }>

/** Deletes jobs with their rows. Documents that they made stay. */
export const eraseBulkJobs = async (db: ApiDatabase, which: (jobs: Jobs) => Jobs): Promise<void> => {
  const ids = (await which(db.selectFrom('bulk_jobs').select('id')).execute()).map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('bulk_rows').where('job_id', 'in', ids).execute()
  await db.deleteFrom('bulk_jobs').where('id', 'in', ids).execute()
}
