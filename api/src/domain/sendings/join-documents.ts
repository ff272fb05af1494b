import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { documentsOfSending } from '../sending-access/sending-documents.ts'
import { joinOrders } from '../signing-order/follow-order.ts'

export const wasSent = ({ status }: StoredDocument): boolean => status !== 'UPLOADED'

/** @throws ApiError NOT_FOUND, also for documents of others; SENDING_UNFIT */
const checkFit = async (
  db: ApiDatabase,
  userId: number,
  documentIds: readonly number[],
  sendingId: number,
): Promise<void> => {
  for (const id of documentIds) {
    const document = await ownDocument(db, userId, id)
    const isElsewhere = document.sending_id !== null && document.sending_id !== sendingId
    if (wasSent(document) || document.edits_template === 1 || isElsewhere) throw new ApiError('SENDING_UNFIT')
  }
}

const placeDocuments = async (db: ApiDatabase, sendingId: number, documentIds: readonly number[]): Promise<void> => {
  await db
    .updateTable('documents')
    .set({ sending_id: null, sending_position: null })
    .where('sending_id', '=', sendingId)
    .execute()
  for (const [index, id] of documentIds.entries())
    await db
      .updateTable('documents')
      .set({ sending_id: sendingId, sending_position: index + 1 })
      .where('id', '=', id)
      .execute()
}

/** A document whose companions were all deleted is alone, so it may join another sending. */
const leaveAlone = async (
  db: ApiDatabase,
  userId: number,
  documentIds: readonly number[],
  joinedId: number,
): Promise<void> => {
  for (const id of documentIds) {
    const { sending_id: sendingId } = await ownDocument(db, userId, id)
    if (sendingId === null || sendingId === joinedId) continue
    if ((await documentsOfSending(db, sendingId)).length < 2) await placeDocuments(db, sendingId, [])
  }
}

interface JoinedDocuments {
  readonly userId: number
  readonly sendingId: number
  /** In the order of the sending. */
  readonly documentIds: readonly number[]
  readonly now: number
}

/**
 * The sending has then exactly these documents, and the signing order of the first one. In the caller's transaction, under the locks of all of them.
 *
 * @throws ApiError NOT_FOUND, also for documents of others; SENDING_UNFIT
 */
export const joinDocuments = async (
  db: ApiDatabase,
  { userId, sendingId, documentIds, now }: JoinedDocuments,
): Promise<void> => {
  await leaveAlone(db, userId, documentIds, sendingId)
  await checkFit(db, userId, documentIds, sendingId)
  await placeDocuments(db, sendingId, documentIds)
  await joinOrders(db, await documentsOfSending(db, sendingId), { userId, now })
}
