import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { rowSignerKey } from '../access/same-signer.ts'
import { cancelQueuedMails } from '../documents/end-invitations.ts'
import { findInvitation, isOpenInvitation } from '../invitations/find-invitation.ts'
import { type DeadlineChange, deadlineChangedMessage } from '../mail/templates/deadline-changed.ts'
import { mailAgain, type ReminderServices } from '../reminders/mail-again.ts'

const kind = 'deadline-changed'

const invitationsToSign = (db: ApiDatabase, documentId: number) =>
  db
    .selectFrom('invitations')
    .innerJoin('fields', 'fields.id', 'invitations.field_id')
    .select(['invitations.id', 'invitations.field_id'])
    .where('invitations.document_id', '=', documentId)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.used_at', 'is', null)
    .where('invitations.turn_at', 'is not', null)
    .where('invitations.proposed_at', 'is', null)
    .where('fields.deleted_at', 'is', null)
    .orderBy('fields.position')

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

/** Mails each person once, in the caller's transaction. */
export const announceDeadline = async (
  db: ApiDatabase,
  services: ReminderServices,
  documentId: number,
  { now, ...change }: DeadlineChange & { readonly now: number },
): Promise<void> => {
  const mailed = new Set<string>()
  for (const { id, field_id } of await invitationsToSign(db, documentId).execute()) {
    await cancelQueuedMails(db, field_id, now, [kind])
    const found = await findInvitation(db, id)
    if (found.mail?.state === 'failed' || !isOpenInvitation(found, now) || !(await claimInvitation(db, id, now)))
      continue
    const key = rowSignerKey(found.field)
    if (mailed.has(key)) continue
    await mailAgain(db, services, found, {
      kind,
      compose: (asking) => deadlineChangedMessage({ ...asking, ...change }),
      now,
    })
    mailed.add(key)
  }
}
