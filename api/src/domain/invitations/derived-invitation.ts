import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { InvitationRow } from './find-invitation.ts'

/**
 * Earlier invitations had random tokens with
 * known hashes only: replaces them by a copy.
 *
 * @returns the invitation whose token can be derived
 */
export const derivedInvitation = async (
  db: ApiDatabase,
  { invitationTokens }: Pick<ApiServices, 'invitationTokens'>,
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
