import type { Selectable } from 'kysely'
import { emailKey, fullName } from '../accounts/identity.ts'
import type { Db } from '../database/open-database.ts'
import type { DocumentTable } from '../database/schema.ts'
import type { Actor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'
import { closedBecause, invitationsWithFacts } from '../invitations/invitation-access.ts'

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

/** Who may receive a copy, by the name that it is sent to. */
export interface EntitledRecipient {
  readonly document: Document
  readonly name: string
  readonly address: string
}

const asOwner = async (db: Db, document: Document, { key }: Recipient): Promise<EntitledRecipient | undefined> => {
  const owner = await db.selectFrom('users').selectAll().where('id', '=', document.owner_id).executeTakeFirstOrThrow()
  return emailKey(owner.email) === key ? { document, name: fullName(owner), address: owner.email } : undefined
}

/** Somebody whose invitation opens the document now; after signing with it, too. */
const asInvited = async (
  db: Db,
  document: Document,
  { key, now }: Recipient,
): Promise<EntitledRecipient | undefined> => {
  const rows = await invitationsWithFacts(db)
    .select('fields.signer_name')
    .where('invitations.document_id', '=', document.id)
    .execute()
  const found = rows.find((row) => emailKey(row.email) === key && closedBecause(row, now) === undefined)
  return found && { document, name: found.signer_name, address: found.email }
}

/** Somebody who signed by a public link: they read while the link stands, as everybody does. */
const asLinkSigner = async (db: Db, document: Document, { key }: Recipient): Promise<EntitledRecipient | undefined> => {
  if (document.shared_at === null) return undefined
  const signatures = await db
    .selectFrom('signatures')
    .select(['signer_name', 'signer_email'])
    .where('document_id', '=', document.id)
    .where('came_by', 'like', 'agent-session:%')
    .where('signer_email', '!=', '')
    .execute()
  const found = signatures.find(({ signer_email }) => emailKey(signer_email) === key)
  return found && { document, name: found.signer_name, address: found.signer_email }
}

/**
 * Finds who a copy of a document may be mailed to: its owner, and whoever may read it as a signer at this moment.
 * @throws ApiError NOT_FOUND; RECIPIENT_NOT_OF_DOCUMENT where everybody may know of the document
 */
export const entitledRecipient = async (db: Db, documentId: number, to: Recipient): Promise<EntitledRecipient> => {
  const document = await findDocument(db, documentId)
  if (document === undefined) throw new ApiError('NOT_FOUND')
  const found =
    (await asOwner(db, document, to)) ?? (await asInvited(db, document, to)) ?? (await asLinkSigner(db, document, to))
  if (found !== undefined) return found
  throw new ApiError(document.shared_at === null ? 'NOT_FOUND' : 'RECIPIENT_NOT_OF_DOCUMENT')
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
