import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { DeadlineFacts } from './deadline.ts'
import type { StoredDocument } from './document-access.ts'
import { fieldsOf } from './find-field.ts'
import { approvalsOf } from './find-participant.ts'
import { type DocumentTurns, isTheirTurn, missingApprovals, type TurnFacts } from './turns.ts'
import type { StoredField } from './view-field.ts'

type Placed = Pick<StoredField, 'id' | 'document_id'>

/** The turns of a document. */
export interface PlacedTurns extends DeadlineFacts {
  readonly id: number
  readonly turns: TurnFacts
}

const isOrdered = ({ signing_order, sending_id }: Pick<StoredDocument, 'signing_order' | 'sending_id'>): boolean =>
  signing_order === 'ordered' && sending_id !== null

/** Fields whose signer the owner no longer asks: each invitation to them was revoked. They hold up no other document. */
const withdrawnFields = async (db: ApiDatabase, documentId: number): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('fields', 'fields.id', 'invitations.field_id')
    .innerJoin('participants', 'participants.id', 'fields.participant_id')
    .select(['fields.id', 'invitations.revoked_at', 'invitations.email', 'participants.email as signer_email'])
    .where('invitations.document_id', '=', documentId)
    .where('fields.signed_at', 'is', null)
    .execute()
  // Of another address: the field was passed on, and its new signer is yet to be invited.
  const isRevoked = ({ revoked_at, email, signer_email }: (typeof rows)[number]): boolean =>
    revoked_at !== null && emailKey(email) === emailKey(signer_email)
  const byField = Map.groupBy(rows, ({ id }) => id)
  return new Set(
    [...byField].flatMap(([id, own]) =>
      own.every(({ revoked_at }) => revoked_at !== null) && own.some(isRevoked) ? [id] : [],
    ),
  )
}

const isEnded = ({ deleted_at, status, expired_at }: StoredDocument): boolean =>
  deleted_at !== null || status === 'CANCELLED' || expired_at !== null

/** The ordered documents of its sending that are not ended, in its order. */
const orderedTogether = (db: ApiDatabase, document: StoredDocument): Promise<StoredDocument[]> =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('sending_id', '=', document.sending_id)
    .where('signing_order', '=', 'ordered')
    .where('deleted_at', 'is', null)
    .where('expired_at', 'is', null)
    .where('status', '<>', 'CANCELLED')
    .orderBy('sending_position')
    .execute()

/**
 * Reads what decides about the turns of a document and of those that wait for each other in its sending. Without an
 * order, or a sending, that is the document alone.
 */
export const readTurnsTogether = async (
  db: ApiDatabase,
  document: StoredDocument,
): Promise<readonly [PlacedTurns, ...PlacedTurns[]]> => {
  const read = async (id: number) => ({ fields: await fieldsOf(db, id), approvals: await approvalsOf(db, id) })
  const alone = async ({ id, status, deadline, signing_order: mode }: StoredDocument) => ({
    id,
    status,
    deadline,
    turns: { mode, ...(await read(id)) },
  })
  const together = isOrdered(document) && !isEnded(document) ? await orderedTogether(db, document) : [document]
  if (together.length < 2) return [await alone(document)]
  const own: DocumentTurns[] = []
  const seen: DocumentTurns[] = []
  for (const { id } of together) {
    const turns = await read(id)
    const withdrawn = await withdrawnFields(db, id)
    own.push(turns)
    seen.push({ ...turns, fields: turns.fields.filter((field) => !withdrawn.has(field.id)) })
  }
  const placed = together.map(({ id, status, deadline, signing_order: mode }, index) => {
    const { fields, approvals } = own[index] ?? { fields: [], approvals: [] }
    return {
      id,
      status,
      deadline,
      turns: { mode, fields, approvals, before: seen.slice(0, index), after: seen.slice(index + 1) },
    }
  })
  const [first, ...others] = placed
  return first === undefined ? [await alone(document)] : [first, ...others]
}

/**
 * Also of documents without an order, and of those that do not wait for each other.
 *
 * @returns in the order of the sending; the document alone if it is ended
 */
export const readTurnsOfAll = async (
  db: ApiDatabase,
  document: StoredDocument,
  others: readonly StoredDocument[],
): Promise<readonly PlacedTurns[]> => {
  const placed = [...(await readTurnsTogether(db, document))]
  const waiting = isEnded(document) ? [] : others.filter((other) => !isEnded(other))
  for (const other of waiting)
    if (placed.every(({ id }) => id !== other.id))
      placed.push(...(await readTurnsTogether(db, other)).filter(({ id }) => id === other.id))
  const positions = new Map([document, ...others].map(({ id, sending_position }) => [id, sending_position ?? 0]))
  return placed.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0))
}

/** Reads what decides about the turns of a document. */
export const readTurns = async (db: ApiDatabase, documentId: number): Promise<TurnFacts> => {
  const document = await db.selectFrom('documents').selectAll().where('id', '=', documentId).executeTakeFirstOrThrow()
  const together = await readTurnsTogether(db, document)
  return (together.find(({ id }) => id === documentId) ?? together[0]).turns
}

/** Checks order and approvals only. */
export const hasTurn = async (db: ApiDatabase, { id, document_id }: Placed): Promise<boolean> =>
  isTheirTurn(await readTurns(db, document_id), id)

const listOfNames = new Intl.ListFormat('es')

/**
 * A field of a public link, which is not stored yet, waits for all approvals.
 *
 * @throws ApiError NOT_YOUR_TURN, with the names of those whose approval is missing
 */
export const checkTurn = async (db: ApiDatabase, { id, document_id }: Placed): Promise<void> => {
  const turns = await readTurns(db, document_id)
  const missing = missingApprovals(turns, id)
  if (missing.length > 0)
    throw new ApiError('NOT_YOUR_TURN', {
      message: `Antes de firmar falta el visto bueno de ${listOfNames.format(missing)}. Podrás firmar cuando esté.`,
    })
  const isStored = turns.fields.some((field) => field.id === id)
  if (isStored && !isTheirTurn(turns, id)) throw new ApiError('NOT_YOUR_TURN')
}
