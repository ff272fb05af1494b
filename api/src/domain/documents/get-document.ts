import type { UserFile } from 'shared/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownedDocuments, type ReadingServices, viewDocuments } from './view-documents.ts'

/** @throws ApiError NOT_FOUND also for documents of others */
export const getDocument = async (reading: ReadingServices, ownerId: number, documentId: number): Promise<UserFile> => {
  const row = await ownedDocuments(reading.db, ownerId).where('documents.id', '=', documentId).executeTakeFirst()
  const [document] = row === undefined ? [] : await viewDocuments(reading, [row])
  if (document === undefined) throw new ApiError('NOT_FOUND')
  return document
}
