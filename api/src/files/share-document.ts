import type { UserFile } from 'shared/contract'
import { endSessions } from '../agent-sessions/find-session.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { Services } from '../services.ts'
import { ownDocument } from './document-access.ts'
import { getDocument } from './get-document.ts'

type SharingServices = Pick<Services, 'db' | 'clock' | 'live' | 'fault'>

/** Makes a document of this owner public or not; what is so already, or is not theirs, stays untouched and unsaid. */
const setSharing = async (
  { db, clock, live, fault }: SharingServices,
  userId: number,
  documentId: number,
  kind: 'document-shared' | 'document-unshared',
): Promise<UserFile> => {
  const now = clock()
  const share = kind === 'document-shared'
  const changed = await db.transaction().execute(async (transaction) => {
    const { shared_at, public_link_at } = await ownDocument(transaction, userId, documentId)
    if (share ? public_link_at !== null : shared_at === null) return false
    fault('share:recording')
    await transaction
      .updateTable('documents')
      .set(share ? { shared_at: shared_at ?? now, public_link_at: now } : { shared_at: null, public_link_at: null })
      .where('id', '=', documentId)
      .execute()
    fault('share:recorded-document')
    if (!share) await endSessions(transaction, documentId, now)
    await appendEvent(transaction, documentId, { at: now, kind, actor: `user:${userId}`, data: {} })
    fault('share:recorded-log')
    return true
  })
  fault('share:committed')
  if (changed) live.publish(userId, { kind: 'changed', document_id: documentId })
  return getDocument(db, userId, documentId)
}

/**
 * Lets anyone who has its address read a document of this owner, and sign what nobody was invited to, until the owner
 * ends it.
 * @throws ApiError NOT_FOUND, also for someone else's
 */
export const shareDocument = (services: SharingServices, userId: number, documentId: number): Promise<UserFile> =>
  setSharing(services, userId, documentId, 'document-shared')

/**
 * Ends that, for who is at it, too. Invitations are untouched: each opens the document to its own token.
 * @throws ApiError NOT_FOUND, also for someone else's
 */
export const endSharing = (services: SharingServices, userId: number, documentId: number): Promise<UserFile> =>
  setSharing(services, userId, documentId, 'document-unshared')
