import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OpenedByAccount } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { isOpenedByAccount } from '../access/confirmed-addresses.ts'
import { invitationsWithFacts } from '../access/invitation-access.ts'
import { isGuestToken } from '../invitation-tokens/guest-token.ts'

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
