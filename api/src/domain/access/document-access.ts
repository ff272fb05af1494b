import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DocumentTable } from '../../platform/database/schema.ts'
import type { RequestActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey, fullName } from '../../platform/names/name-keys.ts'
import { closedBecause, invitationsWithFacts } from './invitation-access.ts'

export type StoredDocument = Selectable<DocumentTable>

/** Checks no permission; deleted documents are not found. */
export const findDocumentById = (db: ApiDatabase, documentId: number): Promise<StoredDocument | undefined> =>
  db.selectFrom('documents').selectAll().where('id', '=', documentId).where('deleted_at', 'is', null).executeTakeFirst()

/** @throws ApiError NOT_FOUND, also for other owners */
export const ownDocument = async (db: ApiDatabase, userId: number, documentId: number): Promise<StoredDocument> => {
  const document = await findDocumentById(db, documentId)
  if (document === undefined || document.owner_id !== userId) throw new ApiError('NOT_FOUND')
  return document
}

/**
 * Cancelling is final, so every change checks it.
 *
 * @throws ApiError DOCUMENT_CANCELLED
 */
export const checkNotCancelled = ({ status }: Pick<StoredDocument, 'status'>): void => {
  if (status === 'CANCELLED') throw new ApiError('DOCUMENT_CANCELLED')
}

/** `key` comes from `emailKey`. */
export interface LinkRecipient {
  readonly key: string
  readonly now: number
}

/** Who may get a copy by mail, with the name that the document has for this address. */
export interface EntitledRecipient {
  readonly document: StoredDocument
  readonly name: string
  readonly address: string
}

const asOwner = async (
  db: ApiDatabase,
  document: StoredDocument,
  { key }: LinkRecipient,
): Promise<EntitledRecipient | undefined> => {
  const owner = await db.selectFrom('users').selectAll().where('id', '=', document.owner_id).executeTakeFirstOrThrow()
  return emailKey(owner.email) === key ? { document, name: fullName(owner), address: owner.email } : undefined
}

const asInvited = async (
  db: ApiDatabase,
  document: StoredDocument,
  { key, now }: LinkRecipient,
): Promise<EntitledRecipient | undefined> => {
  const rows = await invitationsWithFacts(db).where('invitations.document_id', '=', document.id).execute()
  const found = rows.find((row) => emailKey(row.email) === key && closedBecause(row, now) === undefined)
  return found && { document, name: found.signer_name, address: found.email }
}

const asLinkSigner = async (
  db: ApiDatabase,
  document: StoredDocument,
  { key }: LinkRecipient,
): Promise<EntitledRecipient | undefined> => {
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
 * The owner or a signer with access.
 * @throws ApiError NOT_FOUND; RECIPIENT_NOT_OF_DOCUMENT if the
 * document is shared
 */
export const entitledRecipient = async (
  db: ApiDatabase,
  documentId: number,
  to: LinkRecipient,
): Promise<EntitledRecipient> => {
  const document = await findDocumentById(db, documentId)
  if (document === undefined) throw new ApiError('NOT_FOUND')
  const found =
    (await asOwner(db, document, to)) ?? (await asInvited(db, document, to)) ?? (await asLinkSigner(db, document, to))
  if (found !== undefined) return found
  throw new ApiError(document.shared_at === null ? 'NOT_FOUND' : 'RECIPIENT_NOT_OF_DOCUMENT')
}

const owns = (document: StoredDocument, actor: RequestActor): boolean =>
  (actor.kind === 'session' || actor.kind === 'program') && actor.userId === document.owner_id

const isInvited = (actor: RequestActor, documentId: number): boolean =>
  (actor.kind === 'guest' || actor.kind === 'participant') && actor.documentId === documentId

const mayRead = (document: StoredDocument, actor: RequestActor): boolean =>
  document.shared_at !== null || owns(document, actor) || isInvited(actor, document.id)

/** Hides whether the document exists. */
const unreadable = (actor: RequestActor): ApiError =>
  new ApiError(actor.kind === 'anonymous' && actor.staleToken ? 'SESSION_EXPIRED' : 'NOT_FOUND')

/** @throws ApiError NOT_FOUND; SESSION_EXPIRED for any unshared
 * id, to hide which ids exist */
export const readableDocument = async (
  db: ApiDatabase,
  actor: RequestActor,
  documentId: number,
): Promise<StoredDocument> => {
  const document = await findDocumentById(db, documentId)
  if (document !== undefined && mayRead(document, actor)) return document
  throw unreadable(actor)
}

/** The owner or an invited person, even while it is shared. @throws ApiError NOT_FOUND */
export const documentOfParticipant = async (
  db: ApiDatabase,
  actor: RequestActor,
  documentId: number,
): Promise<StoredDocument> => {
  const document = await findDocumentById(db, documentId)
  if (document !== undefined && (isInvited(actor, documentId) || owns(document, actor))) return document
  throw unreadable(actor)
}

/**
 * The upload before its repair: for the owner alone, because signers never saw it.
 *
 * @throws ApiError NOT_FOUND or SESSION_EXPIRED, as `readableDocument`
 */
export const documentWithOriginal = async (
  db: ApiDatabase,
  actor: RequestActor,
  documentId: number,
): Promise<StoredDocument> => {
  const document = await findDocumentById(db, documentId)
  if (document !== undefined && owns(document, actor)) return document
  throw unreadable(actor)
}
