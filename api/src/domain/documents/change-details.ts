import type { UserFile } from 'shared/contract'
import type { FileDetails } from 'shared/contract/signing-order'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { getDocument } from './get-document.ts'
import { refreshSearchText } from './search-text.ts'

interface DetailsChange {
  readonly userId: number
  readonly documentId: number
  readonly details: FileDetails
}

/**
 * Changes the type, description and notes of a document in any state: they are the owner's filing, not what is signed.
 *
 * @throws ApiError NOT_FOUND
 */
export const changeDetails = async (
  { db, clock, locks, documentEvents }: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents'>,
  { userId, documentId, details }: DetailsChange,
): Promise<UserFile> => {
  // The lock also orders the changes of signers, which write the same search text.
  await locks.run(documentId, () =>
    db.transaction().execute(async (transaction) => {
      await ownDocument(transaction, userId, documentId)
      await transaction.updateTable('documents').set(details).where('id', '=', documentId).execute()
      await refreshSearchText(transaction, documentId)
    }),
  )
  documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  return getDocument({ db, clock }, userId, documentId)
}
