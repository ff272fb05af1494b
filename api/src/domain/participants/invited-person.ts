import type { ExpressionBuilder, Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DatabaseSchema, InvitationTable, ParticipantRole } from '../../platform/database/schema.ts'
import { fieldAsPerson } from '../access/alternates.ts'
import { fieldsOf, findField } from '../access/find-field.ts'
import { type FieldlessParticipant, findParticipant, participantsOf } from '../access/find-participant.ts'
import type { StoredField } from '../access/view-field.ts'

/** What an invitation is for: field or participant is null. */
export interface InvitationTarget extends Pick<Selectable<InvitationTable>, 'field_id' | 'participant_id'> {
  /** Of the people who may sign the field: null for its own signer, undefined for all of them. */
  readonly alternate_id?: number | null
}

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

/** For all who may sign the field. */
export const fieldTarget = (fieldId: number): InvitationTarget => ({ field_id: fieldId, participant_id: null })

/** For one of those who may sign the field. */
export const signerTarget = ({ id, alternate_id }: Pick<StoredField, 'id' | 'alternate_id'>): InvitationTarget => ({
  ...fieldTarget(id),
  alternate_id,
})

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
  ({ field_id, participant_id, alternate_id }: InvitationTarget) =>
  (eb: ExpressionBuilder<DatabaseSchema, 'invitations'>) => {
    if (field_id === null) return eb('invitations.participant_id', '=', participant_id)
    const ofField = eb('invitations.field_id', '=', field_id)
    if (alternate_id === undefined) return ofField
    return ofField.and(eb('invitations.alternate_id', alternate_id === null ? 'is' : '=', alternate_id))
  }

/** As the log names the target: `field` with `alternate`, or `participant` with its kind. */
export const targetFacts = ({
  target,
  role,
}: Pick<InvitedPerson, 'target' | 'role'>): Record<string, string | number> => {
  const { field_id: field, participant_id, alternate_id: alternate } = target
  if (field === null) return { participant: participant_id ?? 0, role }
  return { field, ...(alternate == null ? {} : { alternate }) }
}

export const signerAsInvited = (field: StoredField): InvitedPerson => ({
  documentId: field.document_id,
  target: signerTarget(field),
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
  { field_id, participant_id, alternate_id = null }: InvitationTarget,
): Promise<FoundPerson | undefined> => {
  if (field_id !== null) {
    const stored = await findField(db, field_id)
    const field = stored && (await fieldAsPerson(db, stored, alternate_id))
    return field && { person: signerAsInvited(field), field }
  }
  const participant = await findParticipant(db, participant_id ?? 0)
  return participant && { person: participantAsInvited(participant), participant }
}
