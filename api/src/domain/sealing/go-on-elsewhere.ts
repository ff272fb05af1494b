import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { startTurnsElsewhere } from '../signing-order/start-turns-elsewhere.ts'
import { announceEnd } from './announce-sending.ts'

/**
 * After a document ended without all signatures: in the other documents of its sending those who waited for it are
 * next, or, if none is pending, the final mail leaves. In the caller's transaction.
 */
export const goOnElsewhere = async (
  db: ApiDatabase,
  services: IssuingServices,
  document: StoredDocument,
  now: number,
): Promise<void> => {
  await startTurnsElsewhere(db, services, document, now)
  await announceEnd(db, services, document, now)
}
