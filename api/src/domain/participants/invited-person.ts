import type { ExpressionBuilder, Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DatabaseSchema, InvitationTable, ParticipantRole } from '../../platform/database/schema.ts'
import { fieldsOf, findField } from '../access/find-field.ts'
import { type FieldlessParticipant, findParticipant, participantsOf } from '../access/find-participant.ts'
import type { StoredField } from '../access/view-field.ts'

/** What an invitation is for: one of both is null. */
export type InvitationTarget = Pick<Selectable<InvitationTable>, 'field_id' | 'participant_id'>

/** Whom an invitation asks, as stored now. */
export interface InvitedPerson {
  readonly documentId: number
  readonly target: InvitationTarget
  readonly role: ParticipantRole
  readonly name: string
  readonly email: string
  /** Empty for signers. */
  readonly note: string
}

export const fieldTarget = (fieldId: number): InvitationTarget => ({ field_id: fieldId, participant_id: null })

export const participantTarget = (participantId: number): InvitationTarget => ({
  field_id: null,
  participant_id: participantId,
})

/** Fields and people without one, to whom the document's invitations are. */
export const targetsOf = async (db: ApiDatabase, documentId: number): Promise<InvitationTarget[]> => [
  ...(await fieldsOf(db, documentId)).map(({ id }) => fieldTarget(id)),
  ...(await participantsOf(db, documentId)).map(({ id }) => participantTarget(id)),
]

/** A condition on `invitations`. */
export const invitationsFor =
  ({ field_id, participant_id }: InvitationTarget) =>
  (eb: ExpressionBuilder<DatabaseSchema, 'invitations'>) =>
    field_id === null
      ? eb('invitations.participant_id', '=', participant_id)
      : eb('invitations.field_id', '=', field_id)

/** As the log names the target: `field`, or `participant` with its kind. */
export const targetFacts = ({
  target,
  role,
}: Pick<InvitedPerson, 'target' | 'role'>): Record<string, string | number> =>
  target.field_id === null ? { participant: target.participant_id ?? 0, role } : { field: target.field_id }

export const signerAsInvited = (field: StoredField): InvitedPerson => ({
  documentId: field.document_id,
  target: fieldTarget(field.id),
  role: 'firma',
  name: field.signer_name,
  email: field.signer_email,
  note: '',
})

export const participantAsInvited = ({
  id,
  document_id,
  kind,
  name,
  email,
  note,
}: FieldlessParticipant): InvitedPerson => ({
  documentId: document_id,
  target: participantTarget(id),
  role: kind,
  name,
  email,
  note,
})

/** The person with what the invitation is for: a field or a participant without one. */
export interface FoundPerson {
  readonly person: InvitedPerson
  readonly field?: StoredField
  readonly participant?: FieldlessParticipant
}

/** Undefined if the target was removed. */
export const findInvited = async (
  db: ApiDatabase,
  { field_id, participant_id }: InvitationTarget,
): Promise<FoundPerson | undefined> => {
  if (field_id !== null) {
    const field = await findField(db, field_id)
    return field && { person: signerAsInvited(field), field }
  }
  const participant = await findParticipant(db, participant_id ?? 0)
  return participant && { person: participantAsInvited(participant), participant }
}
