import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import type { StoredDocument } from '../access/document-access.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'
import { startNextTurn } from './start-next-turn.ts'

/**
 * After a document of an ordered sending ended, or someone is no longer asked: those who waited for that in the other
 * documents are next. In the caller's transaction, under the locks of the whole sending.
 */
export const startTurnsElsewhere = async (
  db: ApiDatabase,
  services: IssuingServices,
  document: StoredDocument,
  now: number,
): Promise<void> => {
  const open = (await documentsTogether(db, document)).find(
    (each) =>
      each.id !== document.id &&
      each.signing_order === 'ordered' &&
      each.status !== 'CANCELLED' &&
      !isDeadlineOver(each, now),
  )
  if (open !== undefined) await startNextTurn(db, services, open.id, now)
}
