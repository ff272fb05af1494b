import type { ApiServices } from '../../../platform/services.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { endUserSession } from '../users/sessions.ts'

/**
 * Ends the token's session. Invalid tokens cause no error (RFC 7009,
 * 2.2).
 */
export const revokeOAuthToken = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  token: string,
): Promise<void> => {
  const hash = hashToken(token)
  const owner =
    (await db.selectFrom('access_tokens').select('session_id').where('token_hash', '=', hash).executeTakeFirst()) ??
    (await db.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash).executeTakeFirst())
  if (owner === undefined) return
  await db.transaction().execute((transaction) => endUserSession(transaction, owner.session_id, 'revoked', clock()))
}
