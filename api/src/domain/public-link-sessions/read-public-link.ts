import type { PublicLink } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { findDocument } from '../access/document-access.ts'
import { linkOf } from '../documents/view-documents.ts'

/** @throws ApiError NOT_FOUND, also without a public URL */
export const readPublicLink = async (db: Db, documentId: number): Promise<PublicLink> => {
  const document = await findDocument(db, documentId)
  const link = document === undefined ? null : linkOf(document)
  if (link === null) throw new ApiError('NOT_FOUND')
  return link
}
