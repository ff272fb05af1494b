import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { InvitationTable } from '../../platform/database/schema.ts'
import { fieldAsPerson, fieldsForEach } from './alternates.ts'
import { fieldsWithSigners } from './find-field.ts'
import { type InvitationFacts, invitationsWithFacts, isSignedByOther } from './invitation-access.ts'
import { rowSignerKey } from './same-signer.ts'
import type { StoredField } from './view-field.ts'

/** An unanswered invitation of a field that waits for its signature. */
export interface OpenInvitation {
  readonly field: StoredField
  readonly invitation: Selectable<InvitationTable>
}

/** In any turn, and requires an address: an equal name proves nothing. */
export const isInvitedSigner = (a: StoredField, b: StoredField): boolean =>
  a.signer_email !== '' && rowSignerKey(a) === rowSignerKey(b)

/** `field` and the other unsigned fields that its person signs or may sign in the place of others, invited or not. */
export const unsignedFieldsOfSigner = async (
  db: ApiDatabase,
  field: StoredField,
): Promise<readonly [StoredField, ...StoredField[]]> => {
  const all = await fieldsForEach(db, field.document_id)
  return [
    field,
    ...all.filter((other) => other.id !== field.id && other.signed_at === null && isInvitedSigner(field, other)),
  ]
}

/**
 * Open invitations of the person who signs `field`, its own included, in the order of the fields.
 * One mail serves all of them.
 * @param now milliseconds since the epoch
 */
export const invitationsOfSigner = async (
  db: ApiDatabase,
  field: StoredField,
  now: number,
): Promise<OpenInvitation[]> => {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('document_id', '=', field.document_id)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return (await fieldsForEach(db, field.document_id)).flatMap((other) => {
    const invitation = rows.find((row) => row.field_id === other.id && row.alternate_id === other.alternate_id)
    if (invitation === undefined || other.signed_at !== null || !isInvitedSigner(field, other)) return []
    return [{ field: other, invitation }]
  })
}

type MailedInvitation = InvitationFacts &
  Pick<Selectable<InvitationTable>, 'id' | 'field_id' | 'participant_id' | 'alternate_id' | 'document_id'>

/** A removed field ends its invitation in the same instant; an earlier end was the owner's. */
const endedWithItsField = ({ revoked_at, field_deleted_at }: MailedInvitation): boolean =>
  field_deleted_at !== null && revoked_at === field_deleted_at

/**
 * A mail serves all fields of a person, so its link opens their next open one after the first was signed or
 * removed. A revoked link opens nothing.
 * @returns the invitation that the link stands for now
 */
export const followInvitation = async (
  db: ApiDatabase,
  mailed: MailedInvitation,
  now: number,
): Promise<MailedInvitation> => {
  const isSigned = mailed.used_at !== null || isSignedByOther(mailed)
  const isOver = (isSigned && mailed.revoked_at === null) || endedWithItsField(mailed)
  if (!isOver || mailed.status === 'CANCELLED') return mailed
  const field = await fieldsWithSigners(db).where('fields.id', '=', mailed.field_id).executeTakeFirst()
  const theirs = field && (await fieldAsPerson(db, field, mailed.alternate_id))
  const next = theirs && (await invitationsOfSigner(db, theirs, now))[0]
  if (next === undefined) return mailed
  return invitationsWithFacts(db).where('invitations.id', '=', next.invitation.id).executeTakeFirstOrThrow()
}
