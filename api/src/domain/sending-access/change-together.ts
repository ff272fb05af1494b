import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findDocumentById } from '../access/document-access.ts'
import { documentsTogether, withSendingLocked } from './sending-documents.ts'

/**
 * One transaction under the locks of the document and of all that are sent with it.
 *
 * @returns with the ids that were locked, ascending
 */
export const transactTogether = <Result>(
  services: Pick<ApiServices, 'db' | 'locks'>,
  documentId: number,
  work: (transaction: ApiDatabase, ids: readonly number[]) => Promise<Result>,
): Promise<{ readonly result: Result; readonly ids: readonly number[] }> =>
  withSendingLocked(services, documentId, async (ids) => ({
    result: await services.db.transaction().execute((transaction) => work(transaction, ids)),
    ids,
  }))

/** Tells the owner's pages about each document. */
export const publishTogether = (
  { documentEvents }: Pick<ApiServices, 'documentEvents'>,
  ownerId: number,
  ids: readonly number[],
): void => {
  for (const id of ids) documentEvents.publish(ownerId, { kind: 'changed', document_id: id })
}

/** A signature in one document may start turns in the others of an ordered sending. */
export const publishSigned = async (
  { db, documentEvents }: Pick<ApiServices, 'db' | 'documentEvents'>,
  documentId: number,
): Promise<void> => {
  const document = await findDocumentById(db, documentId)
  if (document === undefined) return
  const together = document.signing_order === 'ordered' ? await documentsTogether(db, document) : [document]
  publishTogether(
    { documentEvents },
    document.owner_id,
    together.map(({ id }) => id),
  )
}

/** An owner's change of a document, and of those that are sent with it, that is published for each of them. */
export const changeTogether = async <Result>(
  services: Pick<ApiServices, 'db' | 'locks' | 'documentEvents'>,
  { userId, documentId }: { readonly userId: number; readonly documentId: number },
  work: (transaction: ApiDatabase) => Promise<Result>,
): Promise<Result> => {
  const { result, ids } = await transactTogether(services, documentId, work)
  publishTogether(services, userId, ids)
  return result
}
