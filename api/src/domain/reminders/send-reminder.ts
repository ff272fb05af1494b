import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { appendEvent } from '../audit/append-event.ts'
import { composeReminder } from '../invitations/compose-invitation.ts'
import type { FoundInvitation, InvitationRow } from '../invitations/find-invitation.ts'
import { targetFacts } from '../participants/invited-person.ts'
import { openTogether } from '../sending-access/invitations-together.ts'
import { mailAgain, type ReminderServices } from './mail-again.ts'

/** One mail reminds of all that a person is asked for in all documents of the sending, so none is due by itself. */
const countForPerson = async (db: ApiDatabase, found: FoundInvitation, now: number): Promise<void> => {
  const ids = (await openTogether(db, found, now)).map(({ invitation: { id } }) => id)
  if (ids.length === 0) return
  await db
    .updateTable('invitations')
    .set((eb) => ({ reminders: eb('reminders', '+', 1), reminded_at: now }))
    .where('id', 'in', ids)
    .where('id', '<>', found.invitation.id)
    .where('turn_at', 'is not', null)
    .execute()
}

/**
 * @returns false if the invitation ended,
 * was silenced or got another reminder
 */
const claimReminder = async (db: ApiDatabase, { id, reminders }: InvitationRow, now: number): Promise<boolean> => {
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
 * Reminds a signer, in the caller's transaction.
 * @param actor as in the log
 * @returns false if the invitation has changed
 */
export const sendReminder = async (
  db: ApiDatabase,
  services: ReminderServices,
  found: FoundInvitation,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<boolean> => {
  const { invitation, person, document } = found
  if (!(await claimReminder(db, invitation, now))) return false
  await countForPerson(db, found, now)
  await mailAgain(db, services, found, {
    kind: 'reminder',
    compose: (composed) => composeReminder(composed, invitation.created_at),
    now,
  })
  const data = { ...targetFacts(person), number: invitation.reminders + 1 }
  await appendEvent(db, document.id, { at: now, kind: 'reminder-sent', actor, data })
  return true
}
