import type { Db } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import type { Services } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { appendEvent } from '../audit/append-event.ts'
import { askingOf } from '../invitations/compose-invitation.ts'
import type { FoundInvitation, InvitationRow } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { reminderMessage } from '../mail/templates/reminder.ts'

export type ReminderServices = Pick<Services, 'publicUrl' | 'invitationTokens'>

/**
 * @returns false if the invitation ended,
 * was silenced or got another reminder
 */
const claim = async (db: Db, { id, reminders }: InvitationRow, now: number): Promise<boolean> => {
  const update = await db
    .updateTable('invitations')
    .set({ reminders: reminders + 1, reminded_at: now })
    .where('id', '=', id)
    .where('reminders', '=', reminders)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .where('silenced_at', 'is', null)
    .where('turn_at', 'is not', null)
    .executeTakeFirst()
  return update.numUpdatedRows > 0n
}

/**
 * Earlier invitations had random tokens with
 * known hashes only: replaces them by a copy.
 */
const withLink = async (
  db: Db,
  { invitationTokens }: ReminderServices,
  invitation: InvitationRow,
  now: number,
): Promise<number> => {
  if (invitationTokens.isDerived(invitation)) return invitation.id
  const id = newId()
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', invitation.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const token_hash = hashToken(invitationTokens.tokenOf(id))
  await db
    .insertInto('invitations')
    .values({ ...row, id, token_hash, revoked_at: null })
    .execute()
  return id
}

/**
 * Reminds a signer, in the caller's transaction.
 * @param actor as in the log
 * @returns false if the invitation has changed
 */
export const sendReminder = async (
  db: Db,
  services: ReminderServices,
  { invitation, field, document, owner }: FoundInvitation,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<boolean> => {
  if (!(await claim(db, invitation, now))) return false
  const { original_filename: filename } = document
  const { personal_message: personalMessage, expires_at: expiresAt } = invitation
  const id = await withLink(db, services, invitation, now)
  const token = services.invitationTokens.tokenOf(id)
  const links = invitationLinks(services.publicUrl, { documentId: document.id, filename, fieldId: field.id, token })
  const asking = askingOf({ document, field, ownerName: owner.name, personalMessage, expiresAt, links })
  const message = reminderMessage({ ...asking, invitedAt: invitation.created_at })
  const to = { name: field.signer_name, address: field.signer_email }
  const mail = { kind: 'reminder', documentId: document.id, to, message } as const
  await enqueueMail(db, { ...mail, invitation: { id, unsubscribeUrl: links.unsubscribe } }, now)
  const data = { field: field.id, number: invitation.reminders + 1 }
  await appendEvent(db, document.id, { at: now, kind: 'reminder-sent', actor, data })
  return true
}
