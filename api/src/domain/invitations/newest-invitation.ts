import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { type InvitedPerson, invitationsFor } from '../participants/invited-person.ts'
import type { InvitationRow } from './find-invitation.ts'

type Newest = Pick<InvitationRow, 'silenced_at' | 'personal_message' | 'revoked_at'> | undefined

/**
 * The last invitation of this person to their present address. A new one keeps its silence and, if nothing else is asked,
 * its message.
 */
export const newestTo = (
  db: ApiDatabase,
  { target, email }: Pick<InvitedPerson, 'target' | 'email'>,
): Promise<Newest> =>
  db
    .selectFrom('invitations')
    .select(['silenced_at', 'personal_message', 'revoked_at'])
    .where(invitationsFor(target))
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @param requested undefined repeats the previous message */
export const personalMessageOf = (requested: string | undefined, newest: Newest): string | null =>
  requested === undefined ? (newest?.personal_message ?? null) : requested || null
