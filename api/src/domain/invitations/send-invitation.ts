import type { ReplyOf, SendInvitationSchema, sendInvitationCall } from 'shared/contract'
import type * as v from 'valibot'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { ApiError, invalid } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey, fullName } from '../../platform/names/name-keys.ts'
import type { Services } from '../../platform/services.ts'
import { checkNotCancelled, type Document, ownDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import type { Field } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { type IssuedInvitation, type IssuingServices, issueInvitation } from './issue-invitation.ts'

export type InvitationRequest = v.InferOutput<typeof SendInvitationSchema>

/** @param requested server id or client id */
const findRequested = async (db: Db, documentId: number, requested: number | string): Promise<Field> => {
  const fields = await fieldsOf(db, documentId)
  const field = fields.find(({ id, client_id }) => String(id) === String(requested) || client_id === requested)
  if (field === undefined) throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  return field
}

const checkInvitable = (field: Field, email: string): void => {
  if (field.field_type !== 'SECONDARY' || field.signer_email === '') throw new ApiError('NOT_A_THIRD_PARTY_FIELD')
  if (emailKey(email) !== emailKey(field.signer_email))
    throw invalid('email', 'El email no es el del firmante de este campo.')
  if (!isOneMailbox(field.signer_email)) throw invalid('email', 'El email no es válido')
  if (field.signed_at !== null) throw new ApiError('FIELD_SIGNED')
}

const startProcessing = async (db: Db, document: Document): Promise<void> => {
  if (document.status !== 'UPLOADED') return
  await db.updateTable('documents').set({ status: 'PROCESSING' }).where('id', '=', document.id).execute()
}

const invite = async (
  db: Db,
  services: IssuingServices & Pick<Services, 'mailLeaves'>,
  { userId, documentId, request, now }: { userId: number; documentId: number; request: InvitationRequest; now: number },
): Promise<IssuedInvitation & { readonly field: Field }> => {
  const document = await ownDocument(db, userId, documentId)
  checkNotCancelled(document)
  const field = await findRequested(db, documentId, request.field_id)
  checkInvitable(field, request.email)
  const owner = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  if (services.mailLeaves && owner.email_verified_at === null) throw new ApiError('EMAIL_NOT_VERIFIED')
  await startProcessing(db, document)
  const issued = await issueInvitation(db, services, { document, field, ownerName: fullName(owner), now })
  const data = { field: field.id, expires: issued.waits ? null : issued.expiresAt }
  await appendEvent(db, documentId, { at: now, kind: 'invitation-sent', actor: `user:${userId}`, data })
  return { ...issued, field }
}

/**
 * Invites the signer of a third-party field.
 * Takes address, link and place from the server, never from the
 * request.
 * @throws ApiError NOT_FOUND, FIELD_OF_OTHER_DOCUMENT,
 * NOT_A_THIRD_PARTY_FIELD, FIELD_SIGNED, DOCUMENT_CANCELLED,
 * VALIDATION, EMAIL_NOT_VERIFIED
 */
export const sendInvitation = async (
  services: Pick<Services, 'db' | 'clock' | 'locks' | 'live' | 'nudgeMail' | 'mailLeaves'> & IssuingServices,
  userId: number,
  documentId: number,
  request: InvitationRequest,
): Promise<ReplyOf<typeof sendInvitationCall>> => {
  const { db, clock, locks, live, nudgeMail } = services
  const { field, expiresAt, waits } = await locks.run(documentId, () =>
    db
      .transaction()
      .execute((transaction) => invite(transaction, services, { userId, documentId, request, now: clock() })),
  )
  nudgeMail()
  live.publish(userId, { kind: 'changed', document_id: documentId })
  const message = waits
    ? `${field.signer_email} recibirá su invitación cuando sea su turno`
    : `Invitación enviada a ${field.signer_email}`
  return { success: true, message, expires_at: toInstant(expiresAt) }
}
