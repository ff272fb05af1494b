import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownDocument } from './document-access.ts'
import { ownFieldOf } from './own-field.ts'
import type { StoredField } from './view-field.ts'

/** The query behind every `StoredField`; callers add their condition. Checks no permission. */
export const fieldsWithSigners = (db: ApiDatabase) =>
  db
    .selectFrom('fields')
    .innerJoin('participants', 'participants.id', 'fields.participant_id')
    .selectAll('fields')
    .select(['participants.name as signer_name', 'participants.email as signer_email', 'participants.turn'])

/** Checks no permission; the guest's own field of a public link is not stored before it is signed (`ownFieldOf`). */
export const findField = (db: ApiDatabase, fieldId: number): Promise<StoredField | undefined> =>
  fieldsWithSigners(db).where('fields.id', '=', fieldId).where('deleted_at', 'is', null).executeTakeFirst()

/** By `position`, the order in which they were placed. Who signs when is `stepsOf`. */
export const fieldsOf = (db: ApiDatabase, documentId: number): Promise<StoredField[]> =>
  fieldsWithSigners(db)
    .where('fields.document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()

/** @throws ApiError NOT_FOUND, also for other owners */
export const ownField = async (db: ApiDatabase, userId: number, fieldId: number): Promise<StoredField> => {
  const field = await findField(db, fieldId)
  if (field === undefined) throw new ApiError('NOT_FOUND')
  await ownDocument(db, userId, field.document_id)
  return field
}

const fieldOfGuest = async (
  db: ApiDatabase,
  { source }: GuestActor,
  fieldId: number,
): Promise<StoredField | undefined> => {
  const stored = await findField(db, fieldId)
  if (stored !== undefined || source.kind !== 'agent-session') return stored
  const session = db.selectFrom('agent_sessions').selectAll().where('id', '=', source.sessionId)
  const own = ownFieldOf(await session.executeTakeFirstOrThrow())
  return own?.id === fieldId ? own : undefined
}

/** @throws ApiError NOT_FOUND, FIELD_OF_OTHER_DOCUMENT (any other id) */
export const visibleField = async (
  db: ApiDatabase,
  actor: OwnerActor | GuestActor,
  fieldId: number,
): Promise<StoredField> => {
  if (actor.kind !== 'guest') return ownField(db, actor.userId, fieldId)
  const field = await fieldOfGuest(db, actor, fieldId)
  if (field === undefined || field.document_id !== actor.documentId) throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  if (field.id !== actor.fieldId) throw new ApiError('FORBIDDEN')
  return field
}
