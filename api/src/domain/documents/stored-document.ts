import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { StoredDocument } from '../access/document-access.ts'

/** Also a deleted one: the caller has found it before. */
export const storedDocument = (db: ApiDatabase, documentId: number): Promise<StoredDocument> =>
  db.selectFrom('documents').selectAll().where('id', '=', documentId).executeTakeFirstOrThrow()

/** With name and address of its owner. */
export const documentWithOwner = async (db: ApiDatabase, documentId: number) => {
  const document = await storedDocument(db, documentId)
  const user = await db.selectFrom('users').selectAll().where('id', '=', document.owner_id).executeTakeFirstOrThrow()
  return { document, owner: { name: fullName(user), address: user.email } }
}
