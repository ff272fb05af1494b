import type { Selectable } from 'kysely'
import { emailKey } from '../accounts/identity.ts'
import type { Db } from '../database/open-database.ts'
import type { DocumentTable } from '../database/schema.ts'
import type { Actor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'

export type Document = Selectable<DocumentTable>

/** A document that has not been deleted. Whether a caller may know of it is theirs to ask. */
export const findDocument = (db: Db, documentId: number): Promise<Document | undefined> =>
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
 * Nothing more is asked, placed or signed in a document whose signing was called off.
 * @throws ApiError DOCUMENT_CANCELLED
 */
export const checkNotCancelled = ({ status }: Pick<Document, 'status'>): void => {
  if (status === 'CANCELLED') throw new ApiError('DOCUMENT_CANCELLED')
}

/** By e-mail, as `emailKey` writes it, at an instant. */
export interface Recipient {
  readonly key: string
  readonly now: number
}

/** Whether somebody has signed, by whichever link. */
const hasSigned = async (db: Db, documentId: number, key: string): Promise<boolean> => {
  const signatures = await db
    .selectFrom('signatures')
    .select('signer_email')
    .where('document_id', '=', documentId)
    .where('signer_email', '!=', '')
    .execute()
  return signatures.some(({ signer_email }) => emailKey(signer_email) === key)
}

/** Whether somebody has an invitation that was used, or still can be. */
const isInvited = async (db: Db, documentId: number, { key, now }: Recipient): Promise<boolean> => {
  const invitations = await db
    .selectFrom('invitations')
    .select('email')
    .where('document_id', '=', documentId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('used_at', 'is not', null), eb('expires_at', '>', now)]))
    .execute()
  return invitations.some(({ email }) => emailKey(email) === key)
}

/**
 * A document whose copy may be mailed to someone: anyone reads it while its owner shares it, and whoever is invited or
 * has signed goes on reading it after that.
 * @throws ApiError NOT_FOUND
 */
export const documentForRecipient = async (db: Db, documentId: number, to: Recipient): Promise<Document> => {
  const document = await findDocument(db, documentId)
  if (document === undefined) throw new ApiError('NOT_FOUND')
  if (document.shared_at !== null || (await isInvited(db, documentId, to)) || (await hasSigned(db, documentId, to.key)))
    return document
  throw new ApiError('NOT_FOUND')
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
