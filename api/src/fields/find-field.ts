import { ownFieldOf } from '../agent-sessions/own-field.ts'
import type { Db } from '../database/open-database.ts'
import { ownDocument } from '../files/document-access.ts'
import type { GuestActor, SessionActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'
import type { Field } from './view-field.ts'

/** A field that has not been deleted. */
export const findField = (db: Db, fieldId: number): Promise<Field | undefined> =>
  db.selectFrom('fields').selectAll().where('id', '=', fieldId).where('deleted_at', 'is', null).executeTakeFirst()

/** A document's fields in the order in which they were placed. */
export const fieldsOf = (db: Db, documentId: number): Promise<Field[]> =>
  db
    .selectFrom('fields')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()

/**
 * A field of one of this owner's documents.
 * @throws ApiError NOT_FOUND, also for someone else's
 */
export const ownField = async (db: Db, userId: number, fieldId: number): Promise<Field> => {
  const field = await findField(db, fieldId)
  if (field === undefined) throw new ApiError('NOT_FOUND')
  await ownDocument(db, userId, field.document_id)
  return field
}

/** A guest's field: a stored one, or the own one of a session that is not signed yet. */
const fieldOfGuest = async (db: Db, { source }: GuestActor, fieldId: number): Promise<Field | undefined> => {
  const stored = await findField(db, fieldId)
  if (stored !== undefined || source.kind !== 'agent-session') return stored
  const session = db.selectFrom('agent_sessions').selectAll().where('id', '=', source.sessionId)
  const own = ownFieldOf(await session.executeTakeFirstOrThrow())
  return own?.id === fieldId ? own : undefined
}

/**
 * A field that this caller may see: the owner all of the document's, a guest the one of the link.
 * @throws ApiError NOT_FOUND, FIELD_OF_OTHER_DOCUMENT (whatever does not exist in the guest's document)
 */
export const visibleField = async (db: Db, actor: SessionActor | GuestActor, fieldId: number): Promise<Field> => {
  if (actor.kind === 'session') return ownField(db, actor.userId, fieldId)
  const field = await fieldOfGuest(db, actor, fieldId)
  if (field === undefined || field.document_id !== actor.documentId) throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  if (field.id !== actor.fieldId) throw new ApiError('FORBIDDEN')
  return field
}
