import { DAY_MS, toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { hasTurn } from '../access/check-turn.ts'
import type { StoredDocument } from '../access/document-access.ts'
import type { StoredField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
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

/** Fields of one person. `fields` name the signer: address and name are not passed separately. */
export interface NewInvitation {
  readonly document: StoredDocument
  readonly fields: readonly [StoredField, ...StoredField[]]
  readonly ownerName: string
  readonly personalMessage: string | null
  readonly proposedBy?: string
  readonly now: number
  /** As in the log. */
  readonly actor: string
  readonly reason?: string
}

interface SingleInvitation extends Pick<NewInvitation, 'document' | 'ownerName' | 'personalMessage' | 'now'> {
  readonly field: StoredField
  readonly proposedBy?: string | undefined
  readonly waits: boolean
  /** Of an earlier field of the same person; null: this one's mail is written. */
  readonly sharedMail: number | null
  readonly fieldCount: number
}

const mailInvitation = (
  db: ApiDatabase,
  { publicUrl, invitationTokens }: IssuingServices,
  invited: SingleInvitation,
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
  readonly field: StoredField
  readonly expiresAt: number
  readonly waits: boolean
  readonly mailId: number | null
}

/** For the owner. */
export const issuedReply = ({ field: { signer_email: email }, expiresAt, waits }: IssuedInvitation) => ({
  success: true,
  message: waits ? `${email} recibirá su invitación cuando sea su turno` : `Invitación enviada a ${email}`,
  expires_at: toInstant(expiresAt),
})

const issueOne = async (
  db: ApiDatabase,
  services: IssuingServices,
  invited: SingleInvitation,
): Promise<IssuedInvitation> => {
  const { document, field, now, personalMessage, sharedMail, waits } = invited
  const id = newId()
  const expiresAt = waits ? waitingUntil(now) : now + services.invitationLife
  await endInvitations(db, field.id, now)
  const mailId = waits ? null : (sharedMail ?? (await mailInvitation(db, services, invited, { id, expiresAt })))
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
      personal_message: personalMessage,
    })
    .execute()
  return { field, expiresAt, waits, mailId }
}

/** One entry a field: the log counts requests, not mails. */
const logIssued = async (
  db: ApiDatabase,
  { field, waits, expiresAt }: IssuedInvitation,
  { now, actor, reason }: NewInvitation,
): Promise<void> => {
  const data = { field: field.id, expires: waits ? null : expiresAt, ...(reason === undefined ? {} : { reason }) }
  await appendEvent(db, field.document_id, { at: now, kind: 'invitation-sent', actor, data })
}

/**
 * Invites a person to all of `fields` by one mail, in the caller's transaction.
 * Replaces earlier invitations.
 * Stores only the tokens' hashes. Defers the mail for fields whose turn has not come.
 * @returns one for each field, in their order
 */
export const issueInvitation = async (
  db: ApiDatabase,
  services: IssuingServices,
  { fields, ...invited }: NewInvitation,
): Promise<readonly IssuedInvitation[]> => {
  const turns = new Map<number, boolean>()
  for (const field of fields) turns.set(field.id, await hasTurn(db, field))
  const fieldCount = fields.filter(({ id }) => turns.get(id)).length
  const issued: IssuedInvitation[] = []
  for (const field of fields) {
    const sharedMail = issued.find(({ mailId }) => mailId !== null)?.mailId ?? null
    const one = { ...invited, field, waits: turns.get(field.id) !== true, sharedMail, fieldCount }
    issued.push(await issueOne(db, services, one))
  }
  for (const one of issued) await logIssued(db, one, { fields, ...invited })
  return issued
}
