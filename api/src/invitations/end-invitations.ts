import type { NotNull } from 'kysely'
import type { Db } from '../database/open-database.ts'

/** Mails that nobody is sending at this moment. */
const keepBackMails = (db: Db, fieldId: number, now: number): Promise<unknown> =>
  db
    .updateTable('outbox')
    .set({ state: 'withdrawn' })
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invitations')
        .select('mail_id')
        .where('field_id', '=', fieldId)
        .where('mail_id', 'is not', null)
        .$narrowType<{ mail_id: NotNull }>(),
    )
    .execute()

/** Ends every invitation to a field that still stands. Mails of theirs that have not left yet stay here. */
export const endInvitations = async (db: Db, fieldId: number, now: number): Promise<void> => {
  await keepBackMails(db, fieldId, now)
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('field_id', '=', fieldId)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .execute()
}
