import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { appendEvent } from '../audit/append-event.ts'
import { targetsOf } from '../participants/invited-person.ts'
import { cancelQueuedMails } from './end-invitations.ts'
import { withdrawCopies } from './withdraw-copies.ts'

interface Deletion {
  readonly userId: number
  readonly documentId: number
  readonly now: number
}

/**
 * Deletes a document in the caller's transaction. Erasure follows after the retention period
 * (`personal-data/erase-document.ts`).
 *
 * @returns false if this user has no such document
 */
export const markDeleted = async (
  transaction: ApiDatabase,
  { userId, documentId, now }: Deletion,
): Promise<boolean> => {
  const update = await transaction
    .updateTable('documents')
    .set({ deleted_at: now, shared_at: null, public_link_at: null, link_code_at: null })
    .where('id', '=', documentId)
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (update.numUpdatedRows === 0n) return false
  await transaction.deleteFrom('document_tags').where('document_id', '=', documentId).execute()
  for (const target of await targetsOf(transaction, documentId)) await cancelQueuedMails(transaction, target, now)
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
}
