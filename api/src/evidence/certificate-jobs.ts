import type { Selectable } from 'kysely'
import { HOUR, MINUTE, SECOND } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import type { CompletionCertificateTable } from '../database/schema.ts'

export type CertificateJob = Selectable<CompletionCertificateTable>

/** Between two attempts, doubling. Milliseconds. */
const FIRST_PAUSE = 2 * SECOND
const LONGEST_PAUSE = HOUR
/** A process that claimed a certificate and takes longer has died. */
const CLAIM = 2 * MINUTE
const REASON_MAX_LENGTH = 500

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
export const dueCertificates = async (db: Db, now: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('completion_certificates')
    .select('document_id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .orderBy('next_attempt_at')
    .limit(100)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/**
 * Takes a job, and counts the attempt before it is made.
 * @returns undefined if it is done, not due, or another process is at it
 */
export const claimCertificate = (
  db: Db,
  documentId: number,
  { now, process }: { readonly now: number; readonly process: number },
): Promise<CertificateJob | undefined> =>
  db
    .updateTable('completion_certificates')
    .set((eb) => ({ claimed_until: now + CLAIM, claimed_by: process, attempts: eb('attempts', '+', 1) }))
    .where('document_id', '=', documentId)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

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
      next_attempt_at: now + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (job.attempts - 1)),
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX_LENGTH),
    })
    .where('document_id', '=', job.document_id)
    .execute()
}
