import type { AnnotationState } from 'shared/contract/annotations'
import { errorMessages } from 'shared/contract/errors'
import type { Services } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { findFrozen, frozenTexts } from '../documents/frozen.ts'
import { currentRevision } from '../documents/revisions.ts'

export const annotationState = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: number,
  documentId: number,
): Promise<AnnotationState> => {
  const { status } = await ownDocument(db, userId, documentId)
  const { number: revision, sha256 } = await currentRevision(db, documentId)
  const frozen = await findFrozen(db, documentId, clock())
  const reason = frozen === null ? null : frozenTexts[frozen.kind]
  return { revision, sha256, locked: status === 'CANCELLED' ? errorMessages.DOCUMENT_CANCELLED : reason }
}
