import { appendEvent } from '../audit/append-event.ts'
import { fieldsOf } from '../fields/find-field.ts'
import { keepBackMails } from '../invitations/end-invitations.ts'
import type { Services } from '../services.ts'
import { FileRefusal, fileProblems } from './file-refusal.ts'
import { withdrawCopies } from './withdraw-copies.ts'

/**
 * Deletes a document for everyone and revokes its invitations.
 * Keeps rows and bytes as evidence for signers
 * (docs/decisions/0004-deleting-documents.md).
 * @throws FileRefusal DOCUMENT_NOT_FOUND, also for other owners
 */
export const deleteDocument = async (
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  userId: number,
  documentId: number,
): Promise<void> => {
  const now = clock()
  const deleted = await db.transaction().execute(async (transaction) => {
    const update = await transaction
      .updateTable('documents')
      .set({ deleted_at: now, shared_at: null, public_link_at: null, link_code_at: null })
      .where('id', '=', documentId)
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return false
    for (const field of await fieldsOf(transaction, documentId)) await keepBackMails(transaction, field.id, now)
    await transaction
      .updateTable('invitations')
      .set({ revoked_at: now })
      .where('document_id', '=', documentId)
      .where('revoked_at', 'is', null)
      .execute()
    await withdrawCopies(transaction, documentId, now)
    const event = { at: now, kind: 'document-deleted' as const, actor: `user:${userId}`, data: {} }
    await appendEvent(transaction, documentId, event)
    return true
  })
  if (!deleted) throw new FileRefusal(fileProblems.documentMissing, now)
  live.publish(userId, { kind: 'deleted', document_id: documentId })
}
