import type { AddParticipantSchema, Participant } from 'shared/contract/participants'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { ownParticipant, type ParticipantRequest, participantsOf } from '../access/find-participant.ts'
import { type PlacedPart, partKey, partsElsewhere } from '../sending-access/parts-elsewhere.ts'
import { documentsTogether, withSendingLocked } from '../sending-access/sending-documents.ts'
import { addFieldless, type EditingServices, wasParticipantInvited } from './edit-participants.ts'

/**
 * The same person in other documents of the sending, not invited there yet: they are invited with the first one. Without
 * documents that ended or have no field.
 *
 * @param now milliseconds since the epoch
 * @throws ApiError NOT_FOUND
 */
export const uninvitedTogether = async (
  db: ApiDatabase,
  request: ParticipantRequest,
  now: number,
): Promise<PlacedPart[]> => {
  const found: PlacedPart[] = []
  for (const part of await partsElsewhere(db, (await ownParticipant(db, request)).participant)) {
    const { id, deadline } = part.document
    const isOver = deadline !== null && deadline <= now
    if (isOver || (await fieldsOf(db, id)).length === 0) continue
    if (!(await wasParticipantInvited(db, part.participant.id))) found.push(part)
  }
  return found
}

interface Addition {
  readonly userId: number
  readonly documentId: number
  readonly body: v.InferOutput<typeof AddParticipantSchema>
  readonly now: number
}

const addToEach = async (
  db: ApiDatabase,
  services: EditingServices,
  documents: readonly StoredDocument[],
  { documentId, body, ...facts }: Addition,
): Promise<Participant> => {
  const added = await addFieldless(db, services, { ...facts, documentId, body })
  for (const { id } of documents) {
    const isThere = (await participantsOf(db, id)).some((other) => partKey(other) === partKey(body))
    if (id !== documentId && !isThere) await addFieldless(db, services, { ...facts, documentId: id, body })
  }
  return added
}

/**
 * Adds a person without a field to all documents of a sending that was not sent, or to none. Documents in which the
 * person already takes part so stay as they are.
 *
 * @returns the person in the named document
 * @throws ApiError SENDING_SENT, and as `addParticipant`
 */
export const addToSending = async (
  services: EditingServices,
  { userId, documentId }: Pick<Addition, 'userId' | 'documentId'>,
  body: Addition['body'],
): Promise<Participant> => {
  const { db, clock, wakeMailWorker, documentEvents } = services
  await ownDocument(db, userId, documentId)
  const { added, ids } = await withSendingLocked(services, documentId, async (locked) => {
    const documents = await documentsTogether(db, await ownDocument(db, userId, documentId))
    if (documents.length > 1 && documents.some(({ status }) => status !== 'UPLOADED'))
      throw new ApiError('SENDING_SENT')
    const add = (transaction: ApiDatabase) =>
      addToEach(transaction, services, documents, { userId, documentId, body, now: clock() })
    return { added: await db.transaction().execute(add), ids: locked }
  })
  wakeMailWorker()
  for (const id of ids) documentEvents.publish(userId, { kind: 'changed', document_id: id })
  return added
}
