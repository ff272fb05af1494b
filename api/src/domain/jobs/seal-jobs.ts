import type { Selectable } from 'kysely'
import { currentCause } from 'shared/server'
import {
  claimJobOf,
  failureReason,
  findDueJobs,
  type JobClaimant,
  pauseAfter,
} from '../../platform/database/claim-job.ts'
import { KillingJobError, SURVIVED } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { SealJobTable } from '../../platform/database/schema.ts'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { DoubtedError } from '../documents/doubted-error.ts'
import { isBeyondSealing } from '../documents/format-problem.ts'
import { sealProblemOf, unmetRulesOf } from '../documents/seal-problem.ts'
import { FAILURE_PAUSE, FIRST_SEAL_PAUSE, LONGEST_SEAL_PAUSE, SEAL_ATTEMPTS_MAX, SEAL_CLAIM } from './seal-constants.ts'

export type SealJob = Selectable<SealJobTable>

/** Enqueues a seal job; call it in the last signature's transaction. */
export const beginSealing = async (transaction: ApiDatabase, documentId: number, now: number): Promise<void> => {
  await transaction
    .insertInto('seal_jobs')
    .values({
      document_id: documentId,
      state: 'pending',
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      claimed_by: null,
      problem: null,
      last_error: null,
      finished_at: null,
      ...currentCause(),
    })
    .execute()
}

export const findSealJob = (db: ApiDatabase, documentId: number): Promise<SealJob | undefined> =>
  db.selectFrom('seal_jobs').selectAll().where('document_id', '=', documentId).executeTakeFirst()

export const dueJobs = (db: ApiDatabase, by: JobClaimant): Promise<number[]> => findDueJobs(db, 'seal_jobs', by)

/** @returns undefined if another process has it, or it is done or not due */
export const claimJob = async (db: ApiDatabase, documentId: number, by: JobClaimant): Promise<SealJob | undefined> =>
  (await claimJobOf(db, 'seal_jobs', documentId, { ...by, life: SEAL_CLAIM })) ? findSealJob(db, documentId) : undefined

/** Call it in the transaction that completes the document. */
export const finishJob = async (transaction: ApiDatabase, documentId: number, now: number): Promise<void> => {
  await transaction
    .updateTable('seal_jobs')
    .set({ state: 'done', claimed_until: null, problem: null, unmet_rules: null, last_error: null, finished_at: now })
    .where('document_id', '=', documentId)
    .execute()
}

/** Milliseconds. */
export const sealPause = (attempts: number): number =>
  pauseAfter(attempts, { first: FIRST_SEAL_PAUSE, longest: LONGEST_SEAL_PAUSE })

const countsAsAttempt = (error: unknown): boolean =>
  classifyInfrastructureError(error) === undefined && !(error instanceof OverloadError)

const isFinal = (error: unknown): boolean =>
  isBeyondSealing(error) || error instanceof DoubtedError || error instanceof KillingJobError

/** @returns whether it was the last attempt */
export const failAttempt = async (db: ApiDatabase, job: SealJob, error: unknown, now: number): Promise<boolean> => {
  const counts = countsAsAttempt(error)
  const givenUp = counts && (job.attempts >= SEAL_ATTEMPTS_MAX || isFinal(error))
  await db
    .updateTable('seal_jobs')
    .set({
      state: givenUp ? 'failed' : 'pending',
      claimed_until: null,
      ...SURVIVED,
      attempts: counts ? job.attempts : job.attempts - 1,
      next_attempt_at: now + (counts ? sealPause(job.attempts) : FAILURE_PAUSE),
      problem: sealProblemOf(error),
      unmet_rules: unmetRulesOf(error),
      last_error: failureReason(error),
    })
    .where('document_id', '=', job.document_id)
    .execute()
  return givenUp
}

/**
 * Gives a failed job its attempts again.
 *
 * @returns false if it has not failed
 */
export const reopenJob = async (db: ApiDatabase, documentId: number, now: number): Promise<boolean> => {
  const update = await db
    .updateTable('seal_jobs')
    .set({ state: 'pending', attempts: 0, next_attempt_at: now, claimed_until: null, ...SURVIVED })
    .where('document_id', '=', documentId)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return update.numUpdatedRows > 0n
}
