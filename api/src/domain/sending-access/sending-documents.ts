import type { UserFile } from 'shared/contract'
import { SENDING_DOCUMENTS_MIN } from 'shared/contract/sendings'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findDocumentById, ownDocument, type StoredDocument } from '../access/document-access.ts'

/** In its order, without deleted ones. Checks no permission. */
export const documentsOfSending = (db: ApiDatabase, sendingId: number): Promise<StoredDocument[]> =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('sending_id', '=', sendingId)
    .where('deleted_at', 'is', null)
    .orderBy('sending_position')
    .execute()

/** The document and those that are sent together with it; one that stands alone by itself. Checks no permission. */
export const documentsTogether = (db: ApiDatabase, document: StoredDocument): Promise<readonly StoredDocument[]> =>
  document.sending_id === null ? Promise.resolve([document]) : documentsOfSending(db, document.sending_id)

/** @throws ApiError NOT_FOUND, also for other owners and for a sending whose documents were all deleted */
export const ownSending = async (db: ApiDatabase, userId: number, sendingId: number): Promise<StoredDocument[]> => {
  const documents = await documentsOfSending(db, sendingId)
  if (documents.length === 0) throw new ApiError('NOT_FOUND')
  for (const { id } of documents) await ownDocument(db, userId, id)
  return documents
}

const idsTogether = async (db: ApiDatabase, documentId: number): Promise<number[]> => {
  const document = await findDocumentById(db, documentId)
  const together = document === undefined ? [] : await documentsTogether(db, document)
  return [...new Set([documentId, ...together.map(({ id }) => id)])].toSorted((a, b) => a - b)
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join()

/**
 * Holds the locks of the document and of all that are sent with it. What belongs together may change until the locks
 * are held, so it is read again.
 *
 * @param work gets the ids, ascending
 */
export const withSendingLocked = async <Result>(
  { db, locks }: Pick<ApiServices, 'db' | 'locks'>,
  documentId: number,
  work: (ids: readonly number[]) => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    const ids = await idsTogether(db, documentId)
    const done = await locks.runAll(ids, async () =>
      isSame(await idsTogether(db, documentId), ids) ? { result: await work(ids) } : undefined,
    )
    if (done !== undefined) return done.result
  }
}

/** What the list says of documents that are sent together; nothing of one that stands alone. */
export const sendingsOfDocuments = async (
  db: ApiDatabase,
  rows: readonly Pick<StoredDocument, 'id' | 'sending_id'>[],
): Promise<Map<number, Pick<UserFile, 'sending'>>> => {
  const ids = [...new Set(rows.flatMap(({ sending_id }) => sending_id ?? []))]
  if (ids.length === 0) return new Map()
  const together = await db
    .selectFrom('documents')
    .select(['id', 'sending_id'])
    .where('sending_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('sending_position')
    .execute()
  const bySending = Map.groupBy(together, ({ sending_id }) => sending_id)
  return new Map(
    [...bySending].flatMap(([sendingId, documents]) =>
      documents.length < SENDING_DOCUMENTS_MIN || sendingId === null
        ? []
        : documents.map(
            ({ id }, index) =>
              [id, { sending: { id: sendingId, position: index + 1, documents: documents.length } }] as const,
          ),
    ),
  )
}
