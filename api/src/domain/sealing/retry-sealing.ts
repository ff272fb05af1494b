import type { UserFile } from 'shared/contract'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { appendEvent } from '../audit/append-event.ts'
import { getDocument } from '../documents/get-document.ts'
import { reopenJob } from '../jobs/seal-jobs.ts'

/** Reopens a job that used up its attempts. Repeating it while the job runs changes nothing. */
export const retrySealing = async (
  { db, clock, documentEvents, waitForSeal }: Pick<ApiServices, 'db' | 'clock' | 'documentEvents' | 'waitForSeal'>,
  userId: number,
  documentId: number,
): Promise<UserFile> => {
  const now = clock()
  const reopened = await db.transaction().execute(async (transaction) => {
    await ownDocument(transaction, userId, documentId)
    if (!(await reopenJob(transaction, documentId, now))) return false
    await transaction.updateTable('documents').set({ status: 'PROCESSING' }).where('id', '=', documentId).execute()
    const event = { at: now, kind: 'sealing-retried' as const, actor: `user:${userId}`, data: {} }
    await appendEvent(transaction, documentId, event)
    return true
  })
  if (reopened) {
    documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
    await waitForSeal(documentId)
  }
  return getDocument({ db, clock }, userId, documentId)
}
