import type { BodyOf } from 'shared/contract'
import type { SigningOrder, setSigningOrderCall } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readTurnsOfAll } from '../access/check-turn.ts'
import { checkNotExpiredForOwner } from '../access/deadline.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { fieldsBySigner, rowSignerKey } from '../access/same-signer.ts'
import { stepsOf, stepsTogether, type TurnStep } from '../access/turns.ts'
import { appendEvent } from '../audit/append-event.ts'
import { storedDocument } from '../documents/stored-document.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { storeTurns } from '../participants/assign-participant.ts'
import { groupByTurn } from '../participants/group-fields.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import { followOrder, type OrderedDocument, openElsewhere, placeTogether } from './follow-order.ts'
import { startNextTurn } from './start-next-turn.ts'

type NewOrder = BodyOf<typeof setSigningOrderCall>

const viewStep = ({ fields, state }: TurnStep): SigningOrder['steps'][number] => ({
  field_ids: fields.map(({ id }) => id),
  signer_name: fields[0]?.signer_name ?? '',
  signer_email: fields[0]?.signer_email ?? '',
  is_owner: fields[0]?.field_type === 'PRIMARY',
  state,
})

/** With the fields of the document, and the first one of each person whom only others ask. */
const viewStepTogether = ({ fields, state }: TurnStep, documentId: number): SigningOrder['steps'][number] => {
  const own = fields.filter(({ document_id }) => document_id === documentId)
  const keys = new Set(own.map((field) => rowSignerKey(field)))
  const others = [...fieldsBySigner(fields)].flatMap(([key, [first]]) => (keys.has(key) ? [] : [first]))
  return viewStep({ fields: [...own, ...others], state })
}

const hasSignatures = ({ fields }: Pick<OrderedDocument, 'fields'>): boolean =>
  fields.some(({ signed_at }) => signed_at !== null)

/** The document first, then those that are sent with it. */
const readOrdered = async (
  db: ApiDatabase,
  document: StoredDocument,
): Promise<readonly [OrderedDocument, ...OrderedDocument[]]> => {
  const elsewhere: OrderedDocument[] = []
  for (const other of await openElsewhere(db, document))
    elsewhere.push({ document: other, fields: await fieldsOf(db, other.id) })
  return [{ document, fields: await fieldsOf(db, document.id) }, ...elsewhere]
}

const viewOrder = async (db: ApiDatabase, documentId: number): Promise<SigningOrder> => {
  const [own, ...elsewhere] = await readOrdered(db, await storedDocument(db, documentId))
  const others = elsewhere.map(({ document }) => document)
  const all = await readTurnsOfAll(db, own.document, others)
  const turns = all.find(({ id }) => id === documentId)?.turns
  const together = all.length < 2 ? undefined : stepsTogether(all.map((each) => each.turns))
  return {
    mode: own.document.signing_order,
    steps: turns === undefined ? [] : stepsOf(turns).map(viewStep),
    ...(together && { together: together.map((step) => viewStepTogether(step, documentId)) }),
    can_change: ![own, ...elsewhere].some(hasSignatures),
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

/** @throws ApiError FIELD_OF_OTHER_DOCUMENT */
const placesOf = (documents: readonly OrderedDocument[], steps: NewOrder['steps']): Map<number, number> => {
  const places = new Map(steps.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  const known = new Set(documents.flatMap(({ fields }) => fields.map(({ id }) => id)))
  if ([...places.keys()].some((id) => !known.has(id))) throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  return places
}

/** @throws ApiError DOCUMENT_FROZEN */
const checkNoSignature = (documents: readonly OrderedDocument[]): void => {
  if (documents.some(hasSignatures))
    throw new ApiError('DOCUMENT_FROZEN', { message: 'Ya hay firmas: el orden de firma no se puede cambiar.' })
}

/** Its log names no field of another document. */
const ownStepsOf = ({ fields }: OrderedDocument, steps: NewOrder['steps']): number[][] => {
  const ids = new Set(fields.map(({ id }) => id))
  return steps.map((step) => step.filter((id) => ids.has(id))).filter((step) => step.length > 0)
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
  const [own, ...elsewhere] = await readOrdered(db, document)
  checkNoSignature([own, ...elsewhere])
  const places = placesOf([own, ...elsewhere], order.steps)
  const together = elsewhere.length > 0 ? placeTogether(own, elsewhere, order.steps) : undefined
  await storeTurns(db, documentId, groupByTurn(own.fields, together?.places ?? places))
  await db.updateTable('documents').set({ signing_order: order.mode }).where('id', '=', documentId).execute()
  const data = { mode: order.mode, order: JSON.stringify(ownStepsOf(own, order.steps)) }
  await appendEvent(db, documentId, { at: now, kind: 'order-changed', actor: `user:${userId}`, data })
  if (together !== undefined) {
    const documents = elsewhere.map((each) => each.document)
    await followOrder(db, { people: together.people, documents, mode: order.mode, userId, now })
  }
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
