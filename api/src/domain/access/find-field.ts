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
    .leftJoin('alternates', 'alternates.id', 'fields.alternate_id')
    .selectAll('fields')
    .select('participants.turn')
    .select((eb) => [
      // A signed field names who signed.
      eb.fn.coalesce('alternates.name', 'participants.name').as('signer_name'),
      eb.fn.coalesce('alternates.email', 'participants.email').as('signer_email'),
    ])

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

/** The person of an invitation to sign: null for the field's own signer. */
export const alternateOfInvitation = async (db: ApiDatabase, invitationId: number): Promise<number | null> => {
  const invitation = db.selectFrom('invitations').select('alternate_id').where('id', '=', invitationId)
  return (await invitation.executeTakeFirst())?.alternate_id ?? null
}

/** A signed field names who signed. */
const fieldOfInvited = async (db: ApiDatabase, field: StoredField, invitationId: number): Promise<StoredField> => {
  const alternateId = field.signed_at === null ? await alternateOfInvitation(db, invitationId) : null
  if (alternateId === null) return field
  const alternate = db.selectFrom('alternates').select(['name', 'email']).where('id', '=', alternateId)
  const { name, email } = await alternate.executeTakeFirstOrThrow()
  return { ...field, alternate_id: alternateId, signer_name: name, signer_email: email }
}

const fieldOfGuest = async (
  db: ApiDatabase,
  { source }: GuestActor,
  fieldId: number,
): Promise<StoredField | undefined> => {
  const stored = await findField(db, fieldId)
  if (source.kind === 'invitation') return stored && fieldOfInvited(db, stored, source.invitationId)
  if (stored !== undefined) return stored
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
