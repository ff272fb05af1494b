import type { UserFile } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { ownedDocuments, viewDocuments } from './view-documents.ts'

export const listDocuments = async (db: Db, ownerId: number): Promise<UserFile[]> => {
  const newestFirst = ownedDocuments(db, ownerId)
    .orderBy('documents.uploaded_at', 'desc')
    .orderBy('documents.id', 'desc')
  return viewDocuments(db, await newestFirst.execute())
}
