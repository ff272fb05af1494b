import type { Tokens } from 'shared/contract'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { endUserSession, issueTokens } from '../users/sessions.ts'

type Outcome = { kind: 'renewed'; tokens: Tokens } | { kind: 'refused' }

const renew = async (db: ApiDatabase, tokenHash: string, now: number): Promise<Outcome> => {
  const token = await db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['session_id', 'used_at', 'expires_at', 'ended_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (token === undefined || token.ended_at !== null || token.expires_at <= now) return { kind: 'refused' }
  const claimed = await db
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 1n) return { kind: 'renewed', tokens: await issueTokens(db, token.session_id, now) }
  // It may be stolen: RFC 9700, section 4.14.2.
  await endUserSession(db, token.session_id, 'refresh-token-reused', now)
  return { kind: 'refused' }
}

/**
 * Refresh tokens are single-use; reuse ends the session.
 * @throws ApiError SESSION_EXPIRED
 */
export const rotateSessionTokens = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  refreshToken: string,
): Promise<Tokens> => {
  // Throwing inside would roll back.
  const outcome = await db.transaction().execute((transaction) => renew(transaction, hashToken(refreshToken), clock()))
  if (outcome.kind === 'refused') throw new ApiError('SESSION_EXPIRED')
  return outcome.tokens
}
