import type { UserFile } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownedDocuments, viewDocuments } from './view-documents.ts'

export const getDocument = async (db: Db, ownerId: number, documentId: number): Promise<UserFile> => {
  const row = await ownedDocuments(db, ownerId).where('documents.id', '=', documentId).executeTakeFirst()
  const [document] = row === undefined ? [] : await viewDocuments(db, [row])
  if (document === undefined) throw new ApiError('NOT_FOUND')
  return document
}
