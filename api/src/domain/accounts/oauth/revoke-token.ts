import type { Services } from '../../../platform/services.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { endSession } from '../users/sessions.ts'

/**
 * Ends the session that an access or refresh token belongs to. A token that is unknown or no longer good is as revoked
 * as can be: no error (RFC 7009, section 2.2).
 */
export const revokeToken = async ({ db, clock }: Pick<Services, 'db' | 'clock'>, token: string): Promise<void> => {
  const hash = hashToken(token)
  const owner =
    (await db.selectFrom('access_tokens').select('session_id').where('token_hash', '=', hash).executeTakeFirst()) ??
    (await db.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash).executeTakeFirst())
  if (owner === undefined) return
  await db.transaction().execute((transaction) => endSession(transaction, owner.session_id, 'revoked', clock()))
}
