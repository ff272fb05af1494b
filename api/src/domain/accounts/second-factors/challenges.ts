import type { Selectable } from 'kysely'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { AuthChallengeTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'

export type AuthChallenge = Selectable<AuthChallengeTable>

/** Milliseconds for one step, with the time to find the telephone. */
const CHALLENGE_LIFE = 10 * MINUTE_MS
/** Including successful ones. */
const ATTEMPTS_MAX = 5

/** @returns the token, stored only as a hash */
export const beginChallenge = async (
  db: ApiDatabase,
  begun: Pick<AuthChallenge, 'kind' | 'user_id' | 'session_id' | 'challenge'>,
  now: number,
): Promise<string> => {
  const token = newToken()
  await db.deleteFrom('auth_challenges').where('expires_at', '<=', now).execute()
  await db
    .insertInto('auth_challenges')
    .values({ ...begun, token_hash: hashToken(token), attempts: 0, expires_at: now + CHALLENGE_LIFE })
    .execute()
  return token
}

/**
 * Runs outside transactions that a wrong answer rolls back.
 * @throws ApiError SECOND_STEP_EXPIRED
 */
export const claimAttempt = async (
  db: ApiDatabase,
  token: string,
  kind: AuthChallenge['kind'],
  now: number,
): Promise<AuthChallenge> => {
  const [found] = await db
    .updateTable('auth_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .where('attempts', '<', ATTEMPTS_MAX)
    .returningAll()
    .execute()
  if (found === undefined) throw new ApiError('SECOND_STEP_EXPIRED')
  return found
}

/**
 * Call it in the transaction that opens what the challenge was for: two answers at once open it once.
 *
 * @throws ApiError SECOND_STEP_EXPIRED
 */
export const endChallenge = async (db: ApiDatabase, { token_hash }: AuthChallenge): Promise<void> => {
  const ended = await db.deleteFrom('auth_challenges').where('token_hash', '=', token_hash).executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new ApiError('SECOND_STEP_EXPIRED')
}
