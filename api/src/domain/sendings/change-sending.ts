import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownSending } from '../sending-access/sending-documents.ts'
import { joinDocuments, wasSent } from './join-documents.ts'

type ChangingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents'>

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
    services.db
      .transaction()
      .execute((transaction) => joinDocuments(transaction, { userId, sendingId, documentIds, now: services.clock() })),
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
      await joinDocuments(transaction, { userId, sendingId, documentIds, now: services.clock() })
    }),
  )
  announce(services, userId, touched)
}
