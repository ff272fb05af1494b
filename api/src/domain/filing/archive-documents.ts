import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ownDocuments } from './own-documents.ts'

interface Archiving {
  readonly userId: number
  readonly documents: readonly number[]
  readonly archived: boolean
  readonly now: number
}

/**
 * Takes documents out of the groups or puts them back, in the caller's transaction. Nothing else reads the column:
 * reminders, signing, sealing and mails go on.
 *
 * @returns those that changed
 * @throws ApiError NOT_FOUND if one of them is not the account's
 */
export const archiveDocuments = async (
  db: ApiDatabase,
  { userId, documents, archived, now }: Archiving,
): Promise<readonly number[]> => {
  const rows = await ownDocuments(db, userId, documents)
  const ids = rows.filter(({ archived_at }) => (archived_at !== null) !== archived).map(({ id }) => id)
  if (ids.length > 0)
    await db
      .updateTable('documents')
      .set({ archived_at: archived ? now : null })
      .where('id', 'in', ids)
      .execute()
  return ids
}
