import type { Db } from './open-database.ts'

/** Tables of jobs, one per document, that any process may take. */
type JobTable = 'seal_jobs' | 'completion_certificates'

/** Longest reason that is kept of a failed attempt, in characters. */
const REASON_MAX_LENGTH = 500

/** What is stored of why an attempt failed. */
export const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX_LENGTH)

/** Milliseconds between two attempts: the first pause, doubled with each attempt. */
export const pauseAfter = (
  attempts: number,
  { first, longest }: { readonly first: number; readonly longest: number },
) => Math.min(longest, first * 2 ** (attempts - 1))

/** Documents whose job is due and that no process is at, the longest waiting first. */
export const findDueJobs = async (db: Db, table: JobTable, now: number, limit = 100): Promise<number[]> => {
  const rows = await db
    .selectFrom(table)
    .select('document_id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

export interface Claim {
  readonly now: number
  readonly process: number
  /** Milliseconds after which a process that claimed a job has died. */
  readonly life: number
}

/**
 * Takes a job, and counts the attempt before it is made: one that kills the process counts, too.
 * @returns false if it is done, not due, or another process is at it
 */
export const claimJobOf = async (
  db: Db,
  table: JobTable,
  documentId: number,
  { now, process, life }: Claim,
): Promise<boolean> => {
  const claimed = await db
    .updateTable(table)
    .set((eb) => ({ claimed_until: now + life, claimed_by: process, attempts: eb('attempts', '+', 1) }))
    .where('document_id', '=', documentId)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}
