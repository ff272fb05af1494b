import type { BodyOf } from 'shared/contract'
import type { SigningOrder, setSigningOrderCall } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readTurns } from '../access/check-turn.ts'
import { checkNotExpiredForOwner } from '../access/deadline.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { stepsOf, type TurnStep } from '../access/turns.ts'
import type { StoredField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { storedDocument } from '../documents/stored-document.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { storeTurns } from '../participants/assign-participant.ts'
import { groupByTurn } from '../participants/group-fields.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import { followOrder, openElsewhere, placeTogether } from './follow-order.ts'
import { startNextTurn } from './start-next-turn.ts'

type NewOrder = BodyOf<typeof setSigningOrderCall>

const viewStep = ({ fields, state }: TurnStep): SigningOrder['steps'][number] => ({
  field_ids: fields.map(({ id }) => id),
  signer_name: fields[0]?.signer_name ?? '',
  signer_email: fields[0]?.signer_email ?? '',
  is_owner: fields[0]?.field_type === 'PRIMARY',
  state,
})

const hasSignatures = (fields: readonly StoredField[]): boolean => fields.some(({ signed_at }) => signed_at !== null)

const viewOrder = async (db: ApiDatabase, documentId: number): Promise<SigningOrder> => {
  const turns = await readTurns(db, documentId)
  const elsewhere = await openElsewhere(db, await storedDocument(db, documentId))
  const fields = await Promise.all(elsewhere.map(({ id }) => fieldsOf(db, id)))
  return {
    mode: turns.mode,
    steps: stepsOf(turns).map(viewStep),
    can_change: ![turns.fields, ...fields].some(hasSignatures),
  }
}

export const getSigningOrder = async (
  { db }: Pick<ApiServices, 'db'>,
  userId: number,
  documentId: number,
): Promise<SigningOrder> => {
  await ownDocument(db, userId, documentId)
  return viewOrder(db, documentId)
}

const placesOf = (fields: readonly StoredField[], steps: NewOrder['steps']): Map<number, number> => {
  const places = new Map(steps.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  if ([...places.keys()].some((id) => fields.every((field) => field.id !== id)))
    throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  return places
}

/** @throws ApiError DOCUMENT_FROZEN */
const checkNoSignature = async (db: ApiDatabase, documents: readonly Pick<StoredDocument, 'id'>[]): Promise<void> => {
  for (const { id } of documents)
    if (hasSignatures(await fieldsOf(db, id)))
      throw new ApiError('DOCUMENT_FROZEN', { message: 'Ya hay firmas: el orden de firma no se puede cambiar.' })
}

/**
 * In the caller's transaction, without mails: in all documents of the sending, under their locks. The first signature
 * fixes the order.
 *
 * @throws ApiError DOCUMENT_FROZEN, DOCUMENT_CANCELLED, DOCUMENT_EXPIRED, VALIDATION, NOT_FOUND
 */
export const changeOrder = async (
  db: ApiDatabase,
  services: IssuingServices,
  { userId, documentId, order, now }: { userId: number; documentId: number; order: NewOrder; now: number },
): Promise<SigningOrder> => {
  const document = await ownDocument(db, userId, documentId)
  checkNotCancelled(document)
  checkNotExpiredForOwner(document, now)
  const elsewhere = await openElsewhere(db, document)
  await checkNoSignature(db, [document, ...elsewhere])
  const fields = await fieldsOf(db, documentId)
  const own = placesOf(fields, order.steps)
  const together = elsewhere.length > 0 && (await placeTogether(db, { document, elsewhere, steps: order.steps }))
  await storeTurns(db, documentId, groupByTurn(fields, together === false ? own : together.places))
  await db.updateTable('documents').set({ signing_order: order.mode }).where('id', '=', documentId).execute()
  const data = { mode: order.mode, order: JSON.stringify(order.steps) }
  await appendEvent(db, documentId, { at: now, kind: 'order-changed', actor: `user:${userId}`, data })
  if (together !== false)
    await followOrder(db, { people: together.people, documents: elsewhere, mode: order.mode, userId, now })
  await startNextTurn(db, services, documentId, now)
  return viewOrder(db, documentId)
}

/** Notifies the next signers. */
export const setSigningOrder = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> & IssuingServices,
  userId: number,
  documentId: number,
  order: NewOrder,
): Promise<SigningOrder> => {
  const changed = await changeTogether(services, { userId, documentId }, (transaction) =>
    changeOrder(transaction, services, { userId, documentId, order, now: services.clock() }),
  )
  services.wakeMailWorker()
  return changed
}
