import { hashToken } from '../accounts/tokens.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/open-database.ts'
import type { Field } from '../fields/view-field.ts'
import type { Document } from '../files/document-access.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { invitationMessage } from '../mail/templates/invitation.ts'
import type { Services } from '../services.ts'
import { endInvitations } from './end-invitations.ts'
import { invitationLinks } from './invitation-links.ts'

export type IssuingServices = Pick<Services, 'publicUrl' | 'invitationLife' | 'invitationTokens'>

export interface NewInvitation {
  readonly document: Document
  readonly field: Field
  readonly ownerName: string
  /** Who was to sign before and named this person instead. */
  readonly proposedBy?: string
  readonly now: number
}

/** Since when this very person wants no reminders about this field: another invitation does not change their mind. */
const silencedSince = async (db: Db, field: Field): Promise<number | null> => {
  const newest = await db
    .selectFrom('invitations')
    .select('silenced_at')
    .where('field_id', '=', field.id)
    .where('email', '=', field.signer_email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.silenced_at ?? null
}

/**
 * Invites the signer of a field, in the caller's transaction: the row, with the hash of its token alone, and the mail.
 * It takes the place of earlier ones: only the newest link works.
 * @returns until when it can be used, milliseconds since the epoch
 */
export const issueInvitation = async (
  db: Db,
  { publicUrl, invitationLife, invitationTokens }: IssuingServices,
  { document, field, ownerName, proposedBy, now }: NewInvitation,
): Promise<number> => {
  const id = newId()
  const token = invitationTokens.tokenOf(id)
  const expiresAt = now + invitationLife
  const { original_filename: filename, description } = document
  const links = invitationLinks(publicUrl, { documentId: document.id, filename, fieldId: field.id, token })
  const to = { name: field.signer_name, address: field.signer_email }
  const shown = { ownerName, filename, description, expiresAt, url: links.page, silenceUrl: links.silence }
  const message = invitationMessage({ ...shown, signerName: field.signer_name, proposedBy })
  const invitation = { id, unsubscribeUrl: links.unsubscribe }
  await endInvitations(db, field.id, now)
  const mailId = await enqueueMail(db, { kind: 'invitation', documentId: document.id, to, message, invitation }, now)
  await db
    .insertInto('invitations')
    .values({
      id,
      document_id: document.id,
      field_id: field.id,
      email: field.signer_email,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: expiresAt,
      mail_id: mailId,
      silenced_at: await silencedSince(db, field),
    })
    .execute()
  return expiresAt
}
