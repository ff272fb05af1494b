import { isUnclaimed } from '../../platform/database/claim-job.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { MailKind } from '../../platform/database/schema.ts'
import { logMail } from '../mail/log-mail.ts'
import { type InvitationTarget, invitationsFor } from '../participants/invited-person.ts'
import { forgetOwnDrafts } from './form-drafts.ts'

/** Withdraws unclaimed mails with the target's link, unless another field or document of the person waits for the same mail. */
export const cancelQueuedMails = async (
  db: ApiDatabase,
  target: InvitationTarget,
  now: number,
  kinds: readonly MailKind[] = ['invitation', 'reminder', 'deadline-changed', 'proposal-refused'],
): Promise<void> => {
  const withdrawn = await db
    .updateTable('outbox')
    .set({ state: 'withdrawn' })
    .where('state', '=', 'pending')
    .where('kind', 'in', kinds)
    .where(isUnclaimed(now))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invitations')
            .select('invitations.id')
            .whereRef('invitations.mail_id', '=', 'outbox.id')
            .where((of) =>
              of.or([
                of('invitations.field_id', '<>', target.field_id ?? 0),
                of('invitations.participant_id', '<>', target.participant_id ?? 0),
              ]),
            )
            .where('invitations.revoked_at', 'is', null)
            .where('invitations.used_at', 'is', null),
        ),
      ),
    )
    .where((eb) => {
      const invitations = eb.selectFrom('invitations').where(invitationsFor(target))
      return eb.or([
        eb('invitation_id', 'in', invitations.select('id')),
        eb(
          'id',
          'in',
          invitations.where('mail_id', 'is not', null).select((i) => i.ref('mail_id').$notNull().as('id')),
        ),
      ])
    })
    .returning(['id', 'kind', 'document_id', 'to_address'])
    .execute()
  for (const mail of withdrawn) await logMail(db, 'mail-withdrawn', mail, now)
}

/** Requesters of drafts: others who may sign the same field keep theirs. */
const draftsOfOthers = async (db: ApiDatabase, { field_id, alternate_id }: InvitationTarget): Promise<string[]> => {
  if (alternate_id === undefined) return []
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'alternate_id'])
    .where('field_id', '=', field_id)
    .execute()
  return rows.filter((row) => row.alternate_id !== alternate_id).map(({ id }) => `invitation:${id}`)
}

/**
 * Revokes the target's unused invitations with their mails and drafts. A signed or answered one stays, and with it
 * reading access. Values that the sender proposes stay for the next invitation.
 */
export const endInvitations = async (db: ApiDatabase, target: InvitationTarget, now: number): Promise<void> => {
  await cancelQueuedMails(db, target, now)
  if (target.field_id !== null) await forgetOwnDrafts(db, target.field_id, await draftsOfOthers(db, target))
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where(invitationsFor(target))
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .execute()
}
