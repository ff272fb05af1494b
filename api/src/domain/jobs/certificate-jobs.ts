import type { Selectable } from 'kysely'
import { currentCause } from 'shared/server'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import {
  claimJobOf,
  failureReason,
  findDueJobs,
  type JobClaimant,
  pauseAfter,
} from '../../platform/database/claim-job.ts'
import { SURVIVED } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { CompletionCertificateTable } from '../../platform/database/schema.ts'

export type CertificateJob = Selectable<CompletionCertificateTable>

/** Doubles per attempt. */
const PAUSES = { first: 2 * SECOND_MS, longest: HOUR_MS }
/** Afterwards the claiming process counts as dead. */
const CLAIM = 2 * MINUTE_MS

/** Call it in the transaction that completes the document. */
export const beginCertificate = async (transaction: ApiDatabase, documentId: number, now: number): Promise<void> => {
  await transaction
    .insertInto('completion_certificates')
    .values({
      document_id: documentId,
      state: 'pending',
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      claimed_by: null,
      last_error: null,
      made_at: null,
      sha256: null,
      size: null,
      ...currentCause(),
    })
    .onConflict((conflict) => conflict.column('document_id').doNothing())
    .execute()
}

export const dueCertificates = (db: ApiDatabase, by: JobClaimant): Promise<number[]> =>
  findDueJobs(db, 'completion_certificates', by)

/** @returns undefined if another process has it, or it is done or not due */
export const claimCertificate = async (
  db: ApiDatabase,
  documentId: number,
  by: JobClaimant,
): Promise<CertificateJob | undefined> => {
  if (!(await claimJobOf(db, 'completion_certificates', documentId, { ...by, life: CLAIM }))) return undefined
  const job = db.selectFrom('completion_certificates').selectAll().where('document_id', '=', documentId)
  return job.executeTakeFirst()
}

/**
 * Call it in the transaction that records the certificate.
 * @param stored undefined if the document was deleted
 */
export const finishCertificate = async (
  transaction: ApiDatabase,
  documentId: number,
  now: number,
  stored?: { readonly sha256: string; readonly size: number },
): Promise<void> => {
  await beginCertificate(transaction, documentId, now)
  await transaction
    .updateTable('completion_certificates')
    .set({ state: 'done', claimed_until: null, last_error: null, made_at: now, ...stored })
    .where('document_id', '=', documentId)
    .execute()
}

/** @param isFinal no retry: the log is altered */
export const failCertificate = async (
  db: ApiDatabase,
  job: CertificateJob,
  error: unknown,
  { now, isFinal }: { readonly now: number; readonly isFinal: boolean },
): Promise<void> => {
  await db
    .updateTable('completion_certificates')
    .set({
      state: isFinal ? 'failed' : 'pending',
      claimed_until: null,
      ...SURVIVED,
      next_attempt_at: now + pauseAfter(job.attempts, PAUSES),
      last_error: failureReason(error),
    })
    .where('document_id', '=', job.document_id)
    .execute()
}
