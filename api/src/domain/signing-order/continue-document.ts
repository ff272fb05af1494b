import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { findDocumentById } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { isAnswerMissing, participantsOf } from '../access/find-participant.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { beginSealing, findSealJob } from '../jobs/seal-jobs.ts'
import { type StartedTurns, startNextTurn } from './start-next-turn.ts'

/** State of a document after a signature, an answer or a change of its participants. */
export interface DocumentProgress {
  /** All signatures and answers are there: the sealing has begun. */
  readonly isComplete: boolean
  readonly passed: StartedTurns
}

/** A document without fields never completes: there is nothing to seal. */
const isEverythingThere = async (db: ApiDatabase, documentId: number): Promise<boolean> => {
  const fields = await fieldsOf(db, documentId)
  if (fields.length === 0 || fields.some(({ signed_at }) => signed_at === null)) return false
  return !(await participantsOf(db, documentId)).some(isAnswerMissing)
}

/**
 * Notifies those who are next; after the last signature and the last answer, begins the sealing. In the caller's
 * transaction and under the document's lock.
 */
export const continueDocument = async (
  db: ApiDatabase,
  services: IssuingServices,
  documentId: number,
  now: number,
): Promise<DocumentProgress> => {
  const isComplete = await isEverythingThere(db, documentId)
  const isOpen = (await findDocumentById(db, documentId))?.status === 'PROCESSING'
  if (isComplete && isOpen && (await findSealJob(db, documentId)) === undefined) await beginSealing(db, documentId, now)
  return { isComplete, passed: await startNextTurn(db, services, documentId, now) }
}
