import type { PublicLink } from 'shared/contract'
import type { Db } from '../database/open-database.ts'
import { findDocument } from '../files/document-access.ts'
import { linkOf } from '../files/view-documents.ts'
import { ApiError } from '../http/api-error.ts'

/** @throws ApiError NOT_FOUND, also without a public URL */
export const readPublicLink = async (db: Db, documentId: number): Promise<PublicLink> => {
  const document = await findDocument(db, documentId)
  const link = document === undefined ? null : linkOf(document)
  if (link === null) throw new ApiError('NOT_FOUND')
  return link
}
