import { href, type ReplyOf, type SendInvitationSchema, type sendInvitationCall } from 'shared/contract'
import type * as v from 'valibot'
import { emailKey, fullName } from '../accounts/identity.ts'
import { hashToken, newToken } from '../accounts/tokens.ts'
import { appendEvent } from '../audit/append-event.ts'
import { toInstant } from '../clock.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/open-database.ts'
import { fieldsOf } from '../fields/find-field.ts'
import type { Field } from '../fields/view-field.ts'
import { type Document, ownDocument } from '../files/document-access.ts'
import { ApiError, invalid } from '../http/api-error.ts'
import { isOneMailbox } from '../mail/header-text.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { invitationMessage } from '../mail/templates/invitation.ts'
import type { Services } from '../services.ts'
import { endInvitations } from './end-invitations.ts'

export type InvitationRequest = v.InferOutput<typeof SendInvitationSchema>

/** The field by its number, or by the client's own name for it. */
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

/** Puts a new invitation in the place of earlier ones: only the newest link works. */
const replaceInvitation = async (
  db: Db,
  field: Field,
  { token, now, expiresAt, mailId }: { token: string; now: number; expiresAt: number; mailId: number },
): Promise<void> => {
  await endInvitations(db, field.id, now)
  await db
    .insertInto('invitations')
    .values({
      id: newId(),
      document_id: field.document_id,
      field_id: field.id,
      email: field.signer_email,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
      used_at: null,
      mail_id: mailId,
    })
    .execute()
}

/** The document is shared from now on, and someone is at work on it. */
const shareDocument = (db: Db, document: Document, now: number): Promise<unknown> =>
  db
    .updateTable('documents')
    .set({
      shared_at: document.shared_at ?? now,
      status: document.status === 'UPLOADED' ? 'PROCESSING' : document.status,
    })
    .where('id', '=', document.id)
    .execute()

const invite = async (
  db: Db,
  { publicUrl, invitationLife }: Pick<Services, 'publicUrl' | 'invitationLife'>,
  { userId, documentId, request, now }: { userId: number; documentId: number; request: InvitationRequest; now: number },
): Promise<{ field: Field; expiresAt: number }> => {
  const document = await ownDocument(db, userId, documentId)
  const field = await findRequested(db, documentId, request.field_id)
  checkInvitable(field, request.email)
  const owner = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const token = newToken()
  const expiresAt = now + invitationLife
  await shareDocument(db, document, now)
  const message = invitationMessage({
    ownerName: fullName(owner),
    signerName: field.signer_name,
    filename: document.original_filename,
    description: document.description,
    url: `${publicUrl}${href.sign(documentId, document.original_filename, { token, fieldId: field.id })}`,
    expiresAt,
  })
  const to = { name: field.signer_name, address: field.signer_email }
  const mailId = await enqueueMail(db, { kind: 'invitation', documentId, to, message }, now)
  await replaceInvitation(db, field, { token, now, expiresAt, mailId })
  const data = { field: field.id, expires: expiresAt }
  await appendEvent(db, documentId, { at: now, kind: 'invitation-sent', actor: `user:${userId}`, data })
  return { field, expiresAt }
}

/**
 * Invites the signer of a third-party field by e-mail and shares the document. Whom to write to, the link and the
 * place of the field are the server's own; the request only says which field.
 * @throws ApiError NOT_FOUND, FIELD_OF_OTHER_DOCUMENT, NOT_A_THIRD_PARTY_FIELD, FIELD_SIGNED, VALIDATION
 */
export const sendInvitation = async (
  services: Pick<Services, 'db' | 'clock' | 'locks' | 'live' | 'nudgeMail' | 'publicUrl' | 'invitationLife'>,
  userId: number,
  documentId: number,
  request: InvitationRequest,
): Promise<ReplyOf<typeof sendInvitationCall>> => {
  const { db, clock, locks, live, nudgeMail } = services
  const { field, expiresAt } = await locks.run(documentId, () =>
    db
      .transaction()
      .execute((transaction) => invite(transaction, services, { userId, documentId, request, now: clock() })),
  )
  nudgeMail()
  live.publish(userId, { kind: 'changed', document_id: documentId })
  return { success: true, message: `Invitación enviada a ${field.signer_email}`, expires_at: toInstant(expiresAt) }
}
