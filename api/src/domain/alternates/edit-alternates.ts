import type { BodyOf } from 'shared/contract'
import type { Alternate, addAlternateCall } from 'shared/contract/alternates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import {
  type AlternateRequest,
  alternatesOf,
  asAlternate,
  ownAlternate,
  type StoredAlternate,
} from '../access/alternates.ts'
import { checkNotExpiredForOwner } from '../access/deadline.ts'
import { checkNotCancelled, ownDocument } from '../access/document-access.ts'
import { findField } from '../access/find-field.ts'
import type { StoredField } from '../access/view-field.ts'
import { checkNotWorkingCopy } from '../access/working-copy.ts'
import { appendEvent } from '../audit/append-event.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import { checkAlternate } from '../participants/check-alternate.ts'
import { invitationsFor, signerTarget, targetFacts } from '../participants/invited-person.ts'
import { viewAlternates } from './view-alternates.ts'

type AlternateAddition = BodyOf<typeof addAlternateCall>

type EditingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents'>

interface LoggedEdit {
  readonly kind: 'alternate-added' | 'alternate-removed'
  /** As the alternate signs it. */
  readonly field: StoredField
  readonly userId: number
  readonly now: number
}

const logEdit = async (db: ApiDatabase, { kind, field, userId, now }: LoggedEdit): Promise<void> => {
  const facts = targetFacts({ target: signerTarget(field), role: 'firma' })
  const data = { ...facts, name: field.signer_name, email: field.signer_email }
  await appendEvent(db, field.document_id, { at: now, kind, actor: `user:${userId}`, data })
}

interface Addition {
  readonly userId: number
  readonly documentId: number
  readonly body: AlternateAddition
  readonly now: number
}

const add = async (db: ApiDatabase, { userId, documentId, body, now }: Addition): Promise<Alternate> => {
  const document = await ownDocument(db, userId, documentId)
  checkNotCancelled(document)
  checkNotWorkingCopy(document)
  checkNotExpiredForOwner(document, now)
  const { field_id, name, email } = body
  const field = await findField(db, field_id)
  if (field === undefined || field.document_id !== documentId) throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  await checkAlternate(db, document, field, { name, email })
  const last = (await alternatesOf(db, documentId)).at(-1)?.added_at ?? 0
  // Two within a millisecond keep their order.
  const times = { added_at: Math.max(now, last + 1), removed_at: null }
  const row: StoredAlternate = { id: newId(), document_id: documentId, field_id, name, email, ...times }
  await db.insertInto('alternates').values(row).execute()
  await refreshSearchText(db, documentId)
  await logEdit(db, { kind: 'alternate-added', field: asAlternate(field, row), userId, now })
  const view = (await viewAlternates(db, document, now)).find(({ id }) => id === row.id)
  if (view === undefined) throw new Error('the alternate was not stored')
  return view
}

const wasInvited = async (db: ApiDatabase, field: StoredField): Promise<boolean> =>
  (await db
    .selectFrom('invitations')
    .select('id')
    .where(invitationsFor(signerTarget(field)))
    .executeTakeFirst()) !== undefined

/** A row with invitations stays, because they refer to it. */
const remove = async (db: ApiDatabase, request: AlternateRequest & { readonly now: number }): Promise<void> => {
  const { userId, documentId, alternateId, now } = request
  const { document, field } = await ownAlternate(db, request)
  checkNotCancelled(document)
  if (field.signed_at !== null) throw new ApiError('FIELD_SIGNED')
  await endInvitations(db, signerTarget(field), now)
  if (await wasInvited(db, field))
    await db.updateTable('alternates').set({ removed_at: now }).where('id', '=', alternateId).execute()
  else await db.deleteFrom('alternates').where('id', '=', alternateId).execute()
  await withdrawCopies(db, documentId, now)
  await refreshSearchText(db, documentId)
  await logEdit(db, { kind: 'alternate-removed', field, userId, now })
}

const editAlternates = async <Result>(
  { db, locks, documentEvents }: EditingServices,
  { userId, documentId }: { readonly userId: number; readonly documentId: number },
  edit: (transaction: ApiDatabase) => Promise<Result>,
): Promise<Result> => {
  // One of them may be signing right now.
  const done = await locks.run(documentId, () => db.transaction().execute(edit))
  documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  return done
}

export const listAlternates = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  documentId: number,
): Promise<Alternate[]> => viewAlternates(db, await ownDocument(db, userId, documentId), clock())

/** @throws ApiError FIELD_OF_OTHER_DOCUMENT, DOCUMENT_CANCELLED, DOCUMENT_EXPIRED, and as `checkAlternate` */
export const addAlternate = (
  services: EditingServices,
  target: { readonly userId: number; readonly documentId: number },
  body: AlternateAddition,
): Promise<Alternate> =>
  editAlternates(services, target, (transaction) => add(transaction, { ...target, body, now: services.clock() }))

/** @throws ApiError NOT_FOUND, DOCUMENT_CANCELLED, FIELD_SIGNED */
export const removeAlternate = (services: EditingServices, request: AlternateRequest): Promise<void> =>
  editAlternates(services, request, (transaction) => remove(transaction, { ...request, now: services.clock() }))
