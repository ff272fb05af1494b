import type { Selectable } from 'kysely'
import { HOUR, MINUTE, SECOND } from '../clock.ts'
import { type Claim, claimJobOf, failureReason, findDueJobs, pauseAfter } from '../database/claim-job.ts'
import type { Db } from '../database/open-database.ts'
import type { CompletionCertificateTable } from '../database/schema.ts'

export type CertificateJob = Selectable<CompletionCertificateTable>

/** Between two attempts, doubling. Milliseconds. */
const PAUSES = { first: 2 * SECOND, longest: HOUR }
/** A process that claimed a certificate and takes longer has died. */
const CLAIM = 2 * MINUTE

/** Promises a certificate. Call it inside the transaction that completes the document. */
export const beginCertificate = async (transaction: Db, documentId: number, now: number): Promise<void> => {
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
    })
    .onConflict((conflict) => conflict.column('document_id').doNothing())
    .execute()
}

/** Documents whose certificate is due and that no process is at, the longest waiting first. */
export const dueCertificates = (db: Db, now: number): Promise<number[]> =>
  findDueJobs(db, 'completion_certificates', now)

/** Takes a job (`claim-job.ts`). */
export const claimCertificate = async (
  db: Db,
  documentId: number,
  by: Pick<Claim, 'now' | 'process'>,
): Promise<CertificateJob | undefined> => {
  if (!(await claimJobOf(db, 'completion_certificates', documentId, { ...by, life: CLAIM }))) return undefined
  const job = db.selectFrom('completion_certificates').selectAll().where('document_id', '=', documentId)
  return job.executeTakeFirst()
}

/** Call it inside the transaction that records the certificate; without bytes for a document that was deleted. */
export const finishCertificate = async (
  transaction: Db,
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

/** Records why an attempt failed, and when the next one is; none follows if the log is altered. */
export const failCertificate = async (
  db: Db,
  job: CertificateJob,
  error: unknown,
  { now, isFinal }: { readonly now: number; readonly isFinal: boolean },
): Promise<void> => {
  await db
    .updateTable('completion_certificates')
    .set({
      state: isFinal ? 'failed' : 'pending',
      claimed_until: null,
      next_attempt_at: now + pauseAfter(job.attempts, PAUSES),
      last_error: failureReason(error),
    })
    .where('document_id', '=', job.document_id)
    .execute()
}
