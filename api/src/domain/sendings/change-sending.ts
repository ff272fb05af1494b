import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { documentsOfSending, ownSending } from '../sending-access/sending-documents.ts'
import { joinOrders } from '../signing-order/follow-order.ts'

type ChangingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents'>

const wasSent = ({ status }: StoredDocument): boolean => status !== 'UPLOADED'

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

const place = async (db: ApiDatabase, sendingId: number, documentIds: readonly number[]): Promise<void> => {
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

/** A document whose companions were all deleted stands alone, so it may join another sending. */
const leaveAlone = async (db: ApiDatabase, userId: number, documentIds: readonly number[]): Promise<void> => {
  for (const id of documentIds) {
    const { sending_id: sendingId } = await ownDocument(db, userId, id)
    if (sendingId !== null && (await documentsOfSending(db, sendingId)).length < 2) await place(db, sendingId, [])
  }
}

const announce = ({ documentEvents }: ChangingServices, userId: number, documentIds: Iterable<number>): void => {
  for (const id of new Set(documentIds)) documentEvents.publish(userId, { kind: 'changed', document_id: id })
}

/**
 * Makes a sending of documents of the actor, in this order. The signing order of the first one becomes that of all.
 *
 * @returns its id
 * @throws ApiError NOT_FOUND, also for documents of others; SENDING_UNFIT for documents that were sent, ended, or are in
 *   another sending
 */
export const createSending = async (
  services: ChangingServices,
  { userId }: OwnerActor,
  documentIds: readonly number[],
): Promise<number> => {
  const sendingId = newId()
  await services.locks.runAll(documentIds, () =>
    services.db.transaction().execute(async (transaction) => {
      await leaveAlone(transaction, userId, documentIds)
      await checkFit(transaction, userId, documentIds, sendingId)
      await place(transaction, sendingId, documentIds)
      await joinOrders(transaction, await documentsOfSending(transaction, sendingId), { userId, now: services.clock() })
    }),
  )
  announce(services, userId, documentIds)
  return sendingId
}

/**
 * The documents of the sending are then exactly these, in this order; without any, those that it had stand alone.
 *
 * @throws ApiError NOT_FOUND, SENDING_SENT, SENDING_UNFIT
 */
export const changeSending = async (
  services: ChangingServices,
  { userId }: OwnerActor,
  { id: sendingId, documents: documentIds }: { readonly id: number; readonly documents: readonly number[] },
): Promise<void> => {
  const before = (await ownSending(services.db, userId, sendingId)).map(({ id }) => id)
  const touched = [...before, ...documentIds]
  await services.locks.runAll(touched, () =>
    services.db.transaction().execute(async (transaction) => {
      const present = await ownSending(transaction, userId, sendingId)
      // A document that joined since is not locked.
      if (present.some((one) => wasSent(one) || !before.includes(one.id))) throw new ApiError('SENDING_SENT')
      await leaveAlone(
        transaction,
        userId,
        documentIds.filter((id) => !before.includes(id)),
      )
      await checkFit(transaction, userId, documentIds, sendingId)
      await place(transaction, sendingId, documentIds)
      await joinOrders(transaction, await documentsOfSending(transaction, sendingId), { userId, now: services.clock() })
    }),
  )
  announce(services, userId, touched)
}
