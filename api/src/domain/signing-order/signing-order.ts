import type { BodyOf } from 'shared/contract'
import type { SigningOrder, setSigningOrderCall } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readTurns } from '../access/check-turn.ts'
import { checkNotExpiredForOwner } from '../access/deadline.ts'
import { checkNotCancelled, ownDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { stepsOf, type TurnFacts, type TurnStep } from '../access/turns.ts'
import type { StoredField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { storeTurns } from '../participants/assign-participant.ts'
import { groupByTurn } from '../participants/group-fields.ts'
import { startNextTurn } from './start-next-turn.ts'

type NewOrder = BodyOf<typeof setSigningOrderCall>

const viewStep = ({ fields, state }: TurnStep): SigningOrder['steps'][number] => ({
  field_ids: fields.map(({ id }) => id),
  signer_name: fields[0]?.signer_name ?? '',
  signer_email: fields[0]?.signer_email ?? '',
  is_owner: fields[0]?.field_type === 'PRIMARY',
  state,
})

const viewOrder = (turns: TurnFacts): SigningOrder => ({
  mode: turns.mode,
  steps: stepsOf(turns).map(viewStep),
  can_change: turns.fields.every(({ signed_at }) => signed_at === null),
})

export const getSigningOrder = async (
  { db }: Pick<ApiServices, 'db'>,
  userId: number,
  documentId: number,
): Promise<SigningOrder> => {
  await ownDocument(db, userId, documentId)
  return viewOrder(await readTurns(db, documentId))
}

const placesOf = (fields: readonly StoredField[], steps: NewOrder['steps']): Map<number, number> => {
  const places = new Map(steps.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  if ([...places.keys()].some((id) => fields.every((field) => field.id !== id)))
    throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  return places
}

/**
 * In the caller's transaction, without mails. The first signature fixes the order.
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
  const fields = await fieldsOf(db, documentId)
  if (fields.some(({ signed_at }) => signed_at !== null))
    throw new ApiError('DOCUMENT_FROZEN', { message: 'Ya hay firmas: el orden de firma no se puede cambiar.' })
  const places = placesOf(fields, order.steps)
  await storeTurns(db, documentId, groupByTurn(fields, places))
  await db.updateTable('documents').set({ signing_order: order.mode }).where('id', '=', documentId).execute()
  const data = { mode: order.mode, order: JSON.stringify(order.steps) }
  await appendEvent(db, documentId, { at: now, kind: 'order-changed', actor: `user:${userId}`, data })
  await startNextTurn(db, services, documentId, now)
  return viewOrder(await readTurns(db, documentId))
}

/** Notifies the next signers. */
export const setSigningOrder = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> & IssuingServices,
  userId: number,
  documentId: number,
  order: NewOrder,
): Promise<SigningOrder> => {
  const { db, clock, locks, documentEvents, wakeMailWorker } = services
  const changed = await locks.run(documentId, () =>
    db
      .transaction()
      .execute((transaction) => changeOrder(transaction, services, { userId, documentId, order, now: clock() })),
  )
  wakeMailWorker()
  documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  return changed
}
