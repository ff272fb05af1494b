import { emailKey } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OpenedByAccount } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { isGuestToken } from '../invitations/guest-token.ts'
import { invitationsWithFacts } from './invitation-access.ts'

/** Whether the session is open and its account still has the confirmed address of the invitation. */
export const isOpenedByAccount = async (
  db: ApiDatabase,
  { sessionId, email }: { readonly sessionId: number; readonly email: string },
): Promise<boolean> => {
  const user = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.email')
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user !== undefined && emailKey(user.email) === emailKey(email)
}

const byMail = (db: ApiDatabase, token: string) =>
  invitationsWithFacts(db).where('invitations.token_hash', '=', hashToken(token)).executeTakeFirst()

/** The invitation of a link, and the session if an account opened it. */
export interface LinkedInvitation {
  readonly invitation: NonNullable<Awaited<ReturnType<typeof byMail>>>
  readonly opened: OpenedByAccount
}

/**
 * Finds the invitation of a mailed link, or of one that an account opened.
 *
 * @returns undefined for unknown links, and for those whose session or address has ended
 */
export const linkedInvitation = async (
  { db, guestTokens }: Pick<ApiServices, 'db' | 'guestTokens'>,
  token: string,
  now: number,
): Promise<LinkedInvitation | undefined> => {
  if (!isGuestToken(token)) {
    const mailed = await byMail(db, token)
    return mailed && { invitation: mailed, opened: {} }
  }
  const link = guestTokens.open(token, now)
  if (link.kind === 'invalid' || link.grant.source.kind !== 'account') return undefined
  const { invitationId, sessionId } = link.grant.source
  const invitation = await invitationsWithFacts(db).where('invitations.id', '=', invitationId).executeTakeFirst()
  if (invitation === undefined || !(await isOpenedByAccount(db, { sessionId, email: invitation.email })))
    return undefined
  return { invitation, opened: { sessionId } }
}
