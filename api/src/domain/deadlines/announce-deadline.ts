import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { rowSignerKey } from '../access/same-signer.ts'
import { cancelQueuedMails } from '../documents/end-invitations.ts'
import { composeDeadline } from '../invitations/compose-invitation.ts'
import { type FoundInvitation, findInvitation, isOpenInvitation } from '../invitations/find-invitation.ts'
import type { DeadlineChange } from '../mail/templates/deadline-changed.ts'
import { mailAgain, type ReminderServices } from '../reminders/mail-again.ts'
import { partKey } from '../sending-access/parts-elsewhere.ts'

const kind = 'deadline-changed'

/** Copies ask for nothing, so no deadline concerns them. */
const openRequests = (db: ApiDatabase, documentId: number) =>
  db
    .selectFrom('invitations')
    .leftJoin('fields', 'fields.id', 'invitations.field_id')
    .leftJoin('participants', 'participants.id', 'invitations.participant_id')
    .select(['invitations.id', 'invitations.field_id', 'invitations.participant_id', 'invitations.alternate_id'])
    .where((eb) => eb.or([eb('participants.kind', 'is', null), eb('participants.kind', '<>', 'copia')]))
    .where('invitations.document_id', '=', documentId)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.used_at', 'is', null)
    .where('invitations.turn_at', 'is not', null)
    .where('invitations.proposed_at', 'is', null)
    .where('fields.deleted_at', 'is', null)
    .orderBy('fields.position')
    .orderBy('invitations.id')

/** Sets `resumed_at`, so that the next automatic reminder waits a day. */
const claimInvitation = async (db: ApiDatabase, invitationId: number, now: number): Promise<boolean> => {
  const update = await db
    .updateTable('invitations')
    .set({ resumed_at: now })
    .where('id', '=', invitationId)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .where('silenced_at', 'is', null)
    .executeTakeFirst()
  return update.numUpdatedRows > 0n
}

const keyOf = ({ field, participant }: FoundInvitation): string => {
  if (participant !== undefined) return partKey(participant)
  return field === undefined ? '' : rowSignerKey(field)
}

/**
 * Mails each person once, in the caller's transaction.
 *
 * @param mailed people who were told by a mail about another document of the sending; grows
 */
export const announceDeadline = async (
  db: ApiDatabase,
  services: ReminderServices,
  documentId: number,
  { now, ...change }: DeadlineChange & { readonly now: number },
  mailed: Set<string>,
): Promise<void> => {
  for (const { id, ...target } of await openRequests(db, documentId).execute()) {
    await cancelQueuedMails(db, target, now, [kind])
    const found = await findInvitation(db, id)
    if (found.mail?.state === 'failed' || !isOpenInvitation(found, now) || !(await claimInvitation(db, id, now)))
      continue
    const key = keyOf(found)
    if (mailed.has(key)) continue
    await mailAgain(db, services, found, {
      kind,
      compose: (composed) => composeDeadline(composed, change),
      now,
    })
    mailed.add(key)
  }
}
