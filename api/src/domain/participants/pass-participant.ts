import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { type FieldlessParticipant, findParticipant } from '../access/find-participant.ts'
import { checkParticipant } from './check-participant.ts'

/**
 * Asks another person, or the same one at another address, in the caller's transaction, which also refreshes
 * the document's search text.
 *
 * @throws ApiError VALIDATION as `checkParticipant`
 */
export const passParticipant = async (
  db: ApiDatabase,
  document: StoredDocument,
  participant: FieldlessParticipant,
  to: { readonly name: string; readonly email: string },
): Promise<FieldlessParticipant> => {
  const { id, kind } = participant
  await checkParticipant(db, document, { kind, ...to }, id)
  await db.updateTable('participants').set(to).where('id', '=', id).execute()
  const passed = await findParticipant(db, id)
  if (passed === undefined) throw new Error('the participant was removed')
  return passed
}
