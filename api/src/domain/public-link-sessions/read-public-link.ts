import type { ErrorCode, LinkClosing, OpenedLink } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { checkRoomForField } from '../access/check-open-field.ts'
import { findDocument } from '../access/document-access.ts'
import { linkOf } from '../documents/view-documents.ts'

const closings: Partial<Record<ErrorCode, LinkClosing>> = {
  DOCUMENT_FROZEN: 'signed',
  INVITATION_NEEDED: 'ordered',
  VALIDATION: 'full',
}

/** As a session for a new field would be refused. */
const closingOf = async (db: Db, documentId: number): Promise<LinkClosing | undefined> => {
  try {
    await checkRoomForField(db, documentId)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return closings[error.code]
    throw error
  }
}

export const readPublicLink = async (db: Db, documentId: number): Promise<OpenedLink> => {
  const document = await findDocument(db, documentId)
  const link = document === undefined ? null : linkOf(document)
  if (document === undefined || link === null) throw new ApiError('NOT_FOUND')
  const { signing_mode } = document
  const closed = link.mode === 'sign' ? await closingOf(db, documentId) : undefined
  return { ...link, signing_mode, ...(closed === undefined ? {} : { closed }) }
}
