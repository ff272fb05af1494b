import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { findField } from '../access/find-field.ts'
import type { StoredField } from '../access/view-field.ts'
import { passField } from './assign-participant.ts'
import { checkAlternateAddress, checkNewSigner } from './check-alternate.ts'

/**
 * Passes one field to another person, in the place of the one who was asked: its signer, or an alternate. In the
 * transaction that refreshes the document's search text.
 *
 * @param field as the person who was asked signs it
 * @throws ApiError VALIDATION for a person who may sign the field already
 */
export const passToPerson = async (
  db: ApiDatabase,
  document: StoredDocument,
  field: StoredField,
  to: Pick<StoredField, 'signer_name' | 'signer_email'>,
): Promise<StoredField> => {
  const { alternate_id: id } = field
  const { signer_name: name, signer_email: email } = to
  const stored = await findField(db, field.id)
  if (stored === undefined) throw new Error('the field was removed')
  await checkNewSigner(db, stored, { name, email }, field)
  if (id === null) return passField(db, field, to)
  await checkAlternateAddress(db, document, email)
  await db.updateTable('alternates').set({ name, email }).where('id', '=', id).execute()
  return { ...field, ...to }
}
