import { hashToken } from '../accounts/tokens.ts'
import { DAY } from '../clock.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/open-database.ts'
import type { Field } from '../fields/view-field.ts'
import type { Document } from '../files/document-access.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { invitationMessage } from '../mail/templates/invitation.ts'
import type { Services } from '../services.ts'
import { hasTurn } from '../signing-order/check-turn.ts'
import { endInvitations } from './end-invitations.ts'
import { invitationLinks } from './invitation-links.ts'

export type IssuingServices = Pick<Services, 'publicUrl' | 'invitationLife' | 'invitationTokens'>

/** An invitation that waits for its guest's turn runs out only after that has come; until then practically never. */
const WAITING_LIFE = 10 * 365 * DAY
export const waitingUntil = (now: number): number => now + WAITING_LIFE

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

/** Puts the mail of an invitation into the outbox; answers its id. */
const mailInvitation = (
  db: Db,
  { publicUrl, invitationTokens }: IssuingServices,
  { document, field, ownerName, proposedBy, now }: NewInvitation,
  { id, expiresAt }: { readonly id: number; readonly expiresAt: number },
): Promise<number> => {
  const token = invitationTokens.tokenOf(id)
  const { original_filename: filename, description } = document
  const links = invitationLinks(publicUrl, { documentId: document.id, filename, fieldId: field.id, token })
  const to = { name: field.signer_name, address: field.signer_email }
  const shown = { ownerName, filename, description, expiresAt, url: links.page, silenceUrl: links.silence }
  const message = invitationMessage({ ...shown, signerName: field.signer_name, proposedBy })
  const invitation = { id, unsubscribeUrl: links.unsubscribe }
  return enqueueMail(db, { kind: 'invitation', documentId: document.id, to, message, invitation }, now)
}

/** What became of inviting somebody. */
export interface IssuedInvitation {
  /** Until when it can be used, milliseconds since the epoch. */
  readonly expiresAt: number
  /** Others sign first: the mail leaves when their turn has come. */
  readonly waits: boolean
}

/**
 * Invites the signer of a field, in the caller's transaction: the row, with the hash of its token alone, and the mail,
 * unless others sign first. It takes the place of earlier ones: only the newest link works.
 */
export const issueInvitation = async (
  db: Db,
  services: IssuingServices,
  invited: NewInvitation,
): Promise<IssuedInvitation> => {
  const { document, field, now } = invited
  const id = newId()
  const waits = !(await hasTurn(db, field))
  const expiresAt = waits ? waitingUntil(now) : now + services.invitationLife
  await endInvitations(db, field.id, now)
  const mailId = waits ? null : await mailInvitation(db, services, invited, { id, expiresAt })
  await db
    .insertInto('invitations')
    .values({
      id,
      document_id: document.id,
      field_id: field.id,
      email: field.signer_email,
      token_hash: hashToken(services.invitationTokens.tokenOf(id)),
      created_at: now,
      expires_at: expiresAt,
      mail_id: mailId,
      turn_at: waits ? null : now,
      silenced_at: await silencedSince(db, field),
    })
    .execute()
  return { expiresAt, waits }
}
