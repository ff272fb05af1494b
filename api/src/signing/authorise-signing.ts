import { fullName } from '../accounts/identity.ts'
import type { Db } from '../database/open-database.ts'
import { visibleField } from '../fields/find-field.ts'
import type { Field } from '../fields/view-field.ts'
import type { GuestActor, SessionActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'

export interface Signer {
  readonly name: string
  readonly email: string
}

/** Whether an invitation that a guest came with still stands. It may have been revoked while its holder was drawing. */
const checkInvitation = async (db: Db, { source }: GuestActor, now: number): Promise<void> => {
  if (source.kind !== 'invitation') return
  const invitation = await db
    .selectFrom('invitations')
    .select(['expires_at', 'revoked_at'])
    .where('id', '=', source.invitationId)
    .executeTakeFirst()
  if (invitation === undefined || invitation.revoked_at !== null) throw new ApiError('INVITATION_INVALID')
  if (invitation.expires_at <= now) throw new ApiError('INVITATION_EXPIRED')
}

/**
 * The field, if it is this caller's to sign: the owner's an own (PRIMARY) one, a guest's the one of the invitation.
 * @throws ApiError NOT_FOUND, FORBIDDEN, FIELD_OF_OTHER_DOCUMENT, INVITATION_INVALID, INVITATION_EXPIRED
 */
export const authoriseSigning = async (
  db: Db,
  actor: SessionActor | GuestActor,
  fieldId: number,
  now: number,
): Promise<Field> => {
  const field = await visibleField(db, actor, fieldId)
  if (actor.kind === 'session' && field.field_type !== 'PRIMARY') throw new ApiError('FORBIDDEN')
  if (actor.kind === 'guest') await checkInvitation(db, actor, now)
  return field
}

/** @throws ApiError FIELD_SIGNED */
export const unsigned = (field: Field): void => {
  if (field.signed_at !== null) throw new ApiError('FIELD_SIGNED')
}

/** Whose name goes into the certificate: the account's for an owner, the one that the owner invited for a guest. */
export const signerOf = async (db: Db, actor: SessionActor | GuestActor, field: Field): Promise<Signer> => {
  if (actor.kind === 'guest') return { name: field.signer_name, email: field.signer_email }
  const user = await db.selectFrom('users').selectAll().where('id', '=', actor.userId).executeTakeFirstOrThrow()
  return { name: fullName(user), email: user.email }
}
