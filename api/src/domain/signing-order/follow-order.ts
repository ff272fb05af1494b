import type { SigningOrderMode } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { rowSignerKey } from '../access/same-signer.ts'
import { signerSteps, stepsOf } from '../access/turns.ts'
import type { StoredField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { storeTurns } from '../participants/assign-participant.ts'
import { groupByTurn } from '../participants/group-fields.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'
import { completeSteps, mergeSteps } from './merge-steps.ts'

/** The other documents of the sending that may still be signed, in its order. */
export const openElsewhere = async (db: ApiDatabase, document: StoredDocument): Promise<StoredDocument[]> =>
  (await documentsTogether(db, document)).filter(({ id, status }) => id !== document.id && status !== 'CANCELLED')

/** Of the document alone. */
const ownSteps = (fields: readonly StoredField[]): (readonly StoredField[])[] =>
  stepsOf({ mode: 'ordered', fields, approvals: [] }).map((step) => step.fields)

const stepsByTurn = (fields: readonly StoredField[]): number[][] => {
  const placed = fields.filter(({ turn }) => turn !== null).toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0))
  return [...Map.groupBy(placed, ({ turn }) => turn).values()].map((step) => step.map(({ id }) => id))
}

interface FollowedOrder {
  /** Steps from 1, by the key of the person. */
  readonly people: ReadonlyMap<string, number>
  readonly documents: readonly StoredDocument[]
  readonly mode: SigningOrderMode
  readonly userId: number
  readonly now: number
}

const isSame = (before: readonly StoredField[], after: readonly StoredField[]): boolean =>
  before.every(({ id, turn }) => after.find((field) => field.id === id)?.turn === turn)

/**
 * Gives documents the mode of another one of their sending, and the order of its people. In the caller's transaction,
 * under the locks of all.
 */
export const followOrder = async (
  db: ApiDatabase,
  { people, documents, mode, userId, now }: FollowedOrder,
): Promise<void> => {
  for (const document of documents) {
    const before = await fieldsOf(db, document.id)
    const places = new Map(
      before.map((field) => [field.id, people.get(rowSignerKey(field)) ?? people.size + 1] as const),
    )
    await storeTurns(db, document.id, groupByTurn(before, places))
    const after = await fieldsOf(db, document.id)
    if (document.signing_order === mode && isSame(before, after)) continue
    await db.updateTable('documents').set({ signing_order: mode }).where('id', '=', document.id).execute()
    const data = { mode, order: JSON.stringify(stepsByTurn(after)) }
    await appendEvent(db, document.id, { at: now, kind: 'order-changed', actor: `user:${userId}`, data })
  }
}

/** A new order of one document among the people of its whole sending. */
export interface PlacedOrder {
  /** Steps from 1, by field. */
  readonly places: ReadonlyMap<number, number>
  readonly people: ReadonlyMap<string, number>
}

/** Of one document, as it is before a new order. */
export interface OrderedDocument {
  readonly document: StoredDocument
  readonly fields: readonly StoredField[]
}

/**
 * People whom the document asks, or the order names, take, in their new order, the places that they had in the sending;
 * all others keep theirs. An order that changes nothing so moves no one.
 *
 * @param elsewhere the other documents
 * @param steps fields; those of the document that are left out follow, as they were placed
 */
export const placeTogether = (
  own: OrderedDocument,
  elsewhere: readonly OrderedDocument[],
  steps: readonly (readonly number[])[],
): PlacedOrder => {
  const before = [own, ...elsewhere].toSorted(
    (a, b) => (a.document.sending_position ?? 0) - (b.document.sending_position ?? 0),
  )
  const keys = new Map(before.flatMap(({ fields }) => fields.map((field) => [field.id, rowSignerKey(field)] as const)))
  const asked = new Set(steps.flat().map((id) => keys.get(id)))
  const others = elsewhere.flatMap(({ fields }) => fields.filter((field) => asked.has(rowSignerKey(field))))
  const named = completeSteps([...own.fields, ...others], steps)
  const namedKeys = named.map((step) => [...new Set(step.flatMap((id) => keys.get(id) ?? []))])
  const documents = before.map(({ fields }) => ({ fields, approvals: [] }))
  const { numbers, people } = mergeSteps(signerSteps(documents), namedKeys)
  const places = named.flatMap((step, index) => step.map((id) => [id, numbers[index] ?? index + 1] as const))
  return { places: new Map(places), people }
}

/**
 * The order of the first document becomes that of documents that join it; people whom only the others ask follow, in
 * the order that they had there.
 */
export const joinOrders = async (
  db: ApiDatabase,
  [first, ...others]: readonly StoredDocument[],
  { userId, now }: Pick<FollowedOrder, 'userId' | 'now'>,
): Promise<void> => {
  if (first === undefined || others.length === 0) return
  const mode = first.signing_order
  const people = new Map<string, number>()
  let steps = 0
  for (const { id } of [first, ...others])
    for (const step of ownSteps(await fieldsOf(db, id))) {
      const unknown = step.map((field) => rowSignerKey(field)).filter((key) => !people.has(key))
      if (unknown.length > 0) steps += 1
      for (const key of unknown) people.set(key, steps)
    }
  // Without an order there are no turns yet.
  const ordered = mode === 'ordered' ? [first, ...others] : others.filter(({ signing_order }) => signing_order !== mode)
  await followOrder(db, { people, documents: ordered, mode, userId, now })
}
