import { DAY_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { hasTurn } from '../access/check-turn.ts'
import type { StoredDocument } from '../access/document-access.ts'
import type { StoredField } from '../access/view-field.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { composeInvitation } from './compose-invitation.ts'
import { invitationLinks } from './invitation-links.ts'
import { newestTo } from './newest-invitation.ts'

export type IssuingServices = Pick<ApiServices, 'publicUrl' | 'invitationLife' | 'invitationTokens'>

/** Until the guest's turn; practically unlimited. */
const WAITING_LIFE = 10 * 365 * DAY_MS
/** Expiry of an invitation whose turn has not come; its life begins with the turn. */
export const waitingUntil = (now: number): number => now + WAITING_LIFE

/** `field` names the signer: address and name are not passed separately. */
export interface NewInvitation {
  readonly document: StoredDocument
  readonly field: StoredField
  readonly ownerName: string
  readonly personalMessage: string | null
  readonly proposedBy?: string
  readonly now: number
}

const mailInvitation = (
  db: ApiDatabase,
  { publicUrl, invitationTokens }: IssuingServices,
  invited: NewInvitation,
  { id, expiresAt }: { readonly id: number; readonly expiresAt: number },
): Promise<number> => {
  const { document, field, now } = invited
  const token = invitationTokens.tokenOf(id)
  const filename = document.original_filename
  const links = invitationLinks(publicUrl, { documentId: document.id, filename, fieldId: field.id, token })
  const to = { name: field.signer_name, address: field.signer_email }
  const message = composeInvitation('invitation', { ...invited, expiresAt, links })
  const invitation = { id, unsubscribeUrl: links.unsubscribe }
  return enqueueMail(db, { kind: 'invitation', documentId: document.id, to, message, invitation }, now)
}

/** `waits`: the mail leaves when earlier signers are done. */
export interface IssuedInvitation {
  readonly expiresAt: number
  readonly waits: boolean
}

/**
 * Invites a field's signer, in the caller's transaction.
 * Replaces earlier invitations.
 * Stores only the token's hash. Defers the mail if others sign
 * first.
 */
export const issueInvitation = async (
  db: ApiDatabase,
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
      // A refusal of reminders outlives its invitation.
      silenced_at: (await newestTo(db, field))?.silenced_at ?? null,
      personal_message: invited.personalMessage,
    })
    .execute()
  return { expiresAt, waits }
}
