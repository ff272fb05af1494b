import type { Selectable } from 'kysely'
import type { ErrorCode } from 'shared/contract'
import { errorMessages } from 'shared/contract/errors'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { InvitationTable, OutboxTable } from '../../platform/database/schema.ts'
import type { GuestActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import { hashToken } from '../../platform/tokens.ts'
import { isDeadlineOver, ownerExpiredText } from '../access/deadline.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { endedCode } from '../access/ended-invitation.ts'
import { visibleField } from '../access/find-field.ts'
import type { StoredField } from '../access/view-field.ts'
import type { MailRecipient } from '../mail/outbox.ts'
import { type FoundPerson, findInvited } from '../participants/invited-person.ts'

export type InvitationRow = Selectable<InvitationTable>

/** An invitation with everything that decides about it. `mail` is its newest one. */
export interface FoundInvitation extends FoundPerson {
  readonly invitation: InvitationRow
  readonly document: StoredDocument
  readonly owner: MailRecipient
  readonly mail: Pick<Selectable<OutboxTable>, 'state' | 'sent_at'> | undefined
}

/** An invitation to sign. */
export interface FoundSigner extends FoundInvitation {
  readonly field: StoredField
}

const invitationOf = ({ source }: GuestActor): number => {
  if (source.kind !== 'invitation') throw new ApiError('FORBIDDEN')
  return source.invitationId
}

/** @throws ApiError NOT_FOUND, also if field, participant or document is deleted */
export const findInvitation = async (db: ApiDatabase, invitationId: number): Promise<FoundInvitation> => {
  const invitation = await db.selectFrom('invitations').selectAll().where('id', '=', invitationId).executeTakeFirst()
  if (invitation === undefined) throw new ApiError('NOT_FOUND')
  const invited = await findInvited(db, invitation)
  const document = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', invitation.document_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (invited === undefined || document === undefined) throw new ApiError('NOT_FOUND')
  const user = await db.selectFrom('users').selectAll().where('id', '=', document.owner_id).executeTakeFirstOrThrow()
  const mail = await db
    .selectFrom('outbox')
    .select(['state', 'sent_at'])
    .where('id', '=', invitation.mail_id ?? 0)
    .executeTakeFirst()
  return { invitation, ...invited, document, owner: { name: fullName(user), address: user.email }, mail }
}

/** @throws ApiError INVITATION_INVALID; NOT_FOUND as `findInvitation` */
export const findInvitationByToken = async (db: ApiDatabase, token: string): Promise<FoundInvitation> => {
  const hash = hashToken(token)
  const row = await db.selectFrom('invitations').select('id').where('token_hash', '=', hash).executeTakeFirst()
  if (row === undefined) throw new ApiError('INVITATION_INVALID')
  return findInvitation(db, row.id)
}

/** @throws ApiError NOT_FOUND also for invitations of other documents */
export const ownInvitation = async (
  db: ApiDatabase,
  userId: number,
  documentId: number,
  invitationId: number,
): Promise<FoundInvitation> => {
  await ownDocument(db, userId, documentId)
  const found = await findInvitation(db, invitationId)
  if (found.document.id !== documentId) throw new ApiError('NOT_FOUND')
  return found
}

/**
 * The invitation by which this guest came.
 *
 * @throws ApiError FORBIDDEN for public-link signers
 */
export const guestInvitation = async (db: ApiDatabase, actor: GuestActor, fieldId: number): Promise<FoundSigner> => {
  const invitationId = invitationOf(actor)
  const field = await visibleField(db, actor, fieldId)
  return { ...(await findInvitation(db, invitationId)), field }
}

const invitationProblem = ({ invitation, field, document }: FoundInvitation, now: number): ErrorCode | undefined => {
  if (field === undefined && invitation.used_at !== null) return 'ALREADY_ANSWERED'
  if (field?.signed_at != null || invitation.used_at !== null) return 'FIELD_SIGNED'
  if (invitation.revoked_at !== null) return endedCode({ ...invitation, status: document.status })
  if (document.status === 'CANCELLED') return 'DOCUMENT_CANCELLED'
  if (isDeadlineOver(document, now)) return 'DOCUMENT_EXPIRED'
  return invitation.expires_at <= now ? 'INVITATION_EXPIRED' : undefined
}

/** Whether it can still be answered: open, unused, not expired, its document not ended. */
export const isOpenInvitation = (found: FoundInvitation, now: number): boolean =>
  invitationProblem(found, now) === undefined

/** @throws ApiError with a message for the guest */
export const checkOpenInvitation = (found: FoundInvitation, now: number): void => {
  const problem = invitationProblem(found, now)
  if (problem !== undefined) throw new ApiError(problem)
}

/** For guest messages that refer to the owner. */
const ownerTexts: Partial<Record<ErrorCode, string>> = {
  INVITATION_INVALID: 'Esta invitación ya no está en pie. Si hace falta, envía otra.',
  INVITATION_EXPIRED: 'Esta invitación venció. Si todavía hace falta, envíala de nuevo.',
  ALREADY_ANSWERED: 'Esta persona ya respondió, y eso quedó en el registro.',
  DOCUMENT_EXPIRED: ownerExpiredText,
  INVITATION_DECLINED: errorMessages.DOCUMENT_CANCELLED,
}

/** @throws ApiError with a message for the owner */
export const checkOpenForOwner = (found: FoundInvitation, now: number): void => {
  const problem = invitationProblem(found, now)
  if (problem === undefined) return
  const message = ownerTexts[problem]
  throw new ApiError(problem, message === undefined ? {} : { message })
}
