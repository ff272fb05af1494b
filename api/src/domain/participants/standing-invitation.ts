import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { InvitationTable } from '../../platform/database/schema.ts'
import { type InvitationTarget, invitationsFor } from './invited-person.ts'

/** The one invitation of a target that was neither used nor revoked; it may have expired, or wait for its turn. */
export const standingInvitation = (
  db: ApiDatabase,
  target: InvitationTarget,
): Promise<Selectable<InvitationTable> | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where(invitationsFor(target))
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .executeTakeFirst()
