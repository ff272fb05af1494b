import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { InvitationTable } from '../../platform/database/schema.ts'
import { fieldsForEach } from '../access/alternates.ts'
import { findDocumentById, type StoredDocument } from '../access/document-access.ts'
import type { FieldlessParticipant } from '../access/find-participant.ts'
import { invitationsOfSigner, isInvitedSigner, type OpenInvitation } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import {
  type FoundPerson,
  type InvitationTarget,
  participantTarget,
  signerTarget,
} from '../participants/invited-person.ts'
import { standingInvitation } from '../participants/standing-invitation.ts'
import { partsElsewhere } from './parts-elsewhere.ts'
import { documentsTogether } from './sending-documents.ts'

/** Another document of the sending, with the unsigned fields that the person may sign there, invited or not. */
export interface FieldsElsewhere {
  readonly document: StoredDocument
  readonly fields: readonly [StoredField, ...StoredField[]]
}

/** In the order of the sending; without ended documents and without the field's own one. */
export const fieldsElsewhere = async (db: ApiDatabase, field: StoredField): Promise<FieldsElsewhere[]> => {
  const own = await findDocumentById(db, field.document_id)
  if (own?.sending_id == null) return []
  const found: FieldsElsewhere[] = []
  for (const document of await documentsTogether(db, own)) {
    if (document.id === own.id || document.status === 'CANCELLED') continue
    const theirs = (await fieldsForEach(db, document.id)).filter(
      (other) => other.signed_at === null && other.field_type === 'SECONDARY' && isInvitedSigner(field, other),
    )
    const [first, ...others] = theirs
    if (first !== undefined) found.push({ document, fields: [first, ...others] })
  }
  return found
}

/**
 * Open invitations of the person who signs `field`, in its document and in all that are sent with it.
 *
 * @param now milliseconds since the epoch
 */
const invitationsTogether = async (db: ApiDatabase, field: StoredField, now: number): Promise<OpenInvitation[]> => {
  const open = await invitationsOfSigner(db, field, now)
  for (const { fields } of await fieldsElsewhere(db, field))
    open.push(...(await invitationsOfSigner(db, fields[0], now)))
  return open
}

/** An open invitation of a person, with or without a field. */
export interface AskedTogether {
  readonly invitation: Selectable<InvitationTable>
  readonly target: InvitationTarget
}

const openParts = async (db: ApiDatabase, participant: FieldlessParticipant, now: number): Promise<AskedTogether[]> => {
  const found: AskedTogether[] = []
  for (const { id } of [participant, ...(await partsElsewhere(db, participant)).map((part) => part.participant)]) {
    const target = participantTarget(id)
    const invitation = await standingInvitation(db, target)
    if (invitation !== undefined && invitation.expires_at > now) found.push({ invitation, target })
  }
  return found
}

/** As `invitationsTogether`, also for people without a field, who are asked for the same in all documents. */
export const openTogether = async (
  db: ApiDatabase,
  { field, participant }: Pick<FoundPerson, 'field' | 'participant'>,
  now: number,
): Promise<AskedTogether[]> => {
  if (participant !== undefined) return openParts(db, participant, now)
  const open = field === undefined ? [] : await invitationsTogether(db, field, now)
  return open.map((each) => ({ invitation: each.invitation, target: signerTarget(each.field) }))
}
