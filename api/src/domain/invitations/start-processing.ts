import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'

/** Inviting anybody starts the process. */
export const startProcessing = async (db: ApiDatabase, document: StoredDocument): Promise<void> => {
  if (document.status !== 'UPLOADED') return
  await db.updateTable('documents').set({ status: 'PROCESSING' }).where('id', '=', document.id).execute()
}
