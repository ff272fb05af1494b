import type { UserFile } from 'shared/contract'
import { appendEvent } from '../audit/append-event.ts'
import type { Services } from '../services.ts'
import { getDocument } from './get-document.ts'

type SharingServices = Pick<Services, 'db' | 'clock' | 'live'>

/** Makes a document of this owner public or not; what is so already, or is not theirs, stays untouched and unsaid. */
const setSharing = async (
  { db, clock, live }: SharingServices,
  userId: number,
  documentId: number,
  kind: 'document-shared' | 'document-unshared',
): Promise<UserFile> => {
  const now = clock()
  const share = kind === 'document-shared'
  const changed = await db.transaction().execute(async (transaction) => {
    const update = await transaction
      .updateTable('documents')
      .set({ shared_at: share ? now : null })
      .where('id', '=', documentId)
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('shared_at', share ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return false
    await appendEvent(transaction, documentId, { at: now, kind, actor: `user:${userId}`, data: {} })
    return true
  })
  if (changed) live.publish(userId, { kind: 'changed', document_id: documentId })
  return getDocument(db, userId, documentId)
}

/**
 * Lets anyone who has its address read a document of this owner, until the owner ends it.
 * @throws ApiError NOT_FOUND, also for someone else's
 */
export const shareDocument = (services: SharingServices, userId: number, documentId: number): Promise<UserFile> =>
  setSharing(services, userId, documentId, 'document-shared')

/**
 * Ends that. Invitations are untouched: their guests read with their own word, and the next one that is sent shares the
 * document again.
 * @throws ApiError NOT_FOUND, also for someone else's
 */
export const endSharing = (services: SharingServices, userId: number, documentId: number): Promise<UserFile> =>
  setSharing(services, userId, documentId, 'document-unshared')
