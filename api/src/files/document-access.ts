import type { Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { DocumentTable } from '../database/schema.ts'
import type { Actor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'

export type Document = Selectable<DocumentTable>

const findDocument = (db: Db, documentId: number): Promise<Document | undefined> =>
  db.selectFrom('documents').selectAll().where('id', '=', documentId).where('deleted_at', 'is', null).executeTakeFirst()

/**
 * A document of this owner. Someone else's answers the same as one that does not exist.
 * @throws ApiError NOT_FOUND
 */
export const ownDocument = async (db: Db, userId: number, documentId: number): Promise<Document> => {
  const document = await findDocument(db, documentId)
  if (document === undefined || document.owner_id !== userId) throw new ApiError('NOT_FOUND')
  return document
}

/**
 * A document that anyone may read while its owner shares it.
 * @throws ApiError NOT_FOUND
 */
export const sharedDocument = async (db: Db, documentId: number): Promise<Document> => {
  const document = await findDocument(db, documentId)
  if (document === undefined || document.shared_at === null) throw new ApiError('NOT_FOUND')
  return document
}

const owns = (document: Document, actor: Actor): boolean =>
  actor.kind === 'session' && actor.userId === document.owner_id

const mayRead = (document: Document, actor: Actor): boolean =>
  document.shared_at !== null || owns(document, actor) || (actor.kind === 'guest' && actor.documentId === document.id)

/** The same for what does not exist and for what this caller may not read. */
const unreadable = (actor: Actor): ApiError =>
  new ApiError(actor.kind === 'anonymous' && actor.staleToken ? 'SESSION_EXPIRED' : 'NOT_FOUND')

/**
 * A document that this caller may read: its owner, a guest of it, anyone while it is shared.
 * @throws ApiError NOT_FOUND; SESSION_EXPIRED where a token ran out, for every document that is not shared, so that
 *   the answer says nothing about which ones exist
 */
export const readableDocument = async (db: Db, actor: Actor, documentId: number): Promise<Document> => {
  const document = await findDocument(db, documentId)
  if (document !== undefined && mayRead(document, actor)) return document
  throw unreadable(actor)
}

/**
 * A document whose bytes as they were uploaded this caller may read: its owner alone, shared or not.
 * @throws ApiError NOT_FOUND; SESSION_EXPIRED where a token ran out
 */
export const documentWithOriginal = async (db: Db, actor: Actor, documentId: number): Promise<Document> => {
  const document = await findDocument(db, documentId)
  if (document !== undefined && owns(document, actor)) return document
  throw unreadable(actor)
}
