import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { fieldsForEach } from '../access/alternates.ts'
import { findDocumentById, type StoredDocument } from '../access/document-access.ts'
import { invitationsOfSigner, isInvitedSigner, type OpenInvitation } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
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
export const invitationsTogether = async (
  db: ApiDatabase,
  field: StoredField,
  now: number,
): Promise<OpenInvitation[]> => {
  const open = await invitationsOfSigner(db, field, now)
  for (const { fields } of await fieldsElsewhere(db, field))
    open.push(...(await invitationsOfSigner(db, fields[0], now)))
  return open
}
