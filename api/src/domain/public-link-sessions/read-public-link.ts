import type { ErrorCode, LinkClosing, OpenedLink } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkRoomForField } from '../access/check-open-field.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import { findDocumentById, type StoredDocument } from '../access/document-access.ts'
import { publicLinkOf } from '../documents/view-documents.ts'

const closings: Partial<Record<ErrorCode, LinkClosing>> = {
  DOCUMENT_FROZEN: 'signed',
  INVITATION_NEEDED: 'ordered',
  VALIDATION: 'full',
}

/** As a session for a new field would be refused. */
const closingOf = async (db: ApiDatabase, document: StoredDocument, now: number): Promise<LinkClosing | undefined> => {
  if (isDeadlineOver(document, now)) return 'expired'
  try {
    await checkRoomForField(db, document.id)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return closings[error.code]
    throw error
  }
}

/**
 * Opens nothing: says whether a link reads or signs, and why it no longer signs.
 *
 * @throws ApiError NOT_FOUND also for unshared documents
 */
export const readPublicLink = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  documentId: number,
): Promise<OpenedLink> => {
  const document = await findDocumentById(db, documentId)
  const link = document === undefined ? null : publicLinkOf(document)
  if (document === undefined || link === null) throw new ApiError('NOT_FOUND')
  const { signing_mode } = document
  const closed = link.mode === 'sign' ? await closingOf(db, document, clock()) : undefined
  return { ...link, signing_mode, ...(closed === undefined ? {} : { closed }) }
}
