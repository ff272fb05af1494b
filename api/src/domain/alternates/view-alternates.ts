import type { Alternate } from 'shared/contract/alternates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { alternatesOf } from '../access/alternates.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { invitationsBy } from '../invitations/list-invitations.ts'

/** With their invitations, as they were added. */
export const viewAlternates = async (db: ApiDatabase, document: StoredDocument, now: number): Promise<Alternate[]> => {
  const invitations = await invitationsBy(db, document, 'alternate_id', now)
  const signedBy = new Map((await fieldsOf(db, document.id)).map(({ id, alternate_id }) => [id, alternate_id]))
  return (await alternatesOf(db, document.id))
    .filter(({ field_id }) => signedBy.has(field_id))
    .map(({ id, field_id, name, email }) => ({
      id,
      field_id,
      name,
      email,
      signed: signedBy.get(field_id) === id,
      invitation: invitations.get(id) ?? null,
    }))
}
