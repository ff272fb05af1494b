import type { Tokens } from 'shared/contract'
import { SECOND_MS } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { SessionEnd } from '../../../platform/database/schema.ts'
import { newId } from '../../../platform/ids.ts'
import { currentOrigin } from '../../../platform/origin.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { ACCESS_TOKEN_LIFE, REFRESH_TOKEN_LIFE, TOKEN_SCOPE, TOKEN_TYPE } from './constants.ts'

/** Earlier access tokens of the session stay valid until they expire. Only hashes are stored. */
export const issueTokens = async (db: ApiDatabase, sessionId: number, now: number): Promise<Tokens> => {
  const access = newToken()
  const refresh = newToken()
  await db.deleteFrom('access_tokens').where('session_id', '=', sessionId).where('expires_at', '<=', now).execute()
  await db
    .insertInto('access_tokens')
    .values({ token_hash: hashToken(access), session_id: sessionId, expires_at: now + ACCESS_TOKEN_LIFE })
    .execute()
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashToken(refresh),
      session_id: sessionId,
      expires_at: now + REFRESH_TOKEN_LIFE,
      used_at: null,
    })
    .execute()
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: TOKEN_TYPE,
    expires_in: ACCESS_TOKEN_LIFE / SECOND_MS,
    scope: TOKEN_SCOPE,
  }
}

/** Call it after all steps of a login, in their transaction. */
export const openUserSession = async (db: ApiDatabase, userId: number, now: number): Promise<Tokens> => {
  const id = newId()
  const origin = currentOrigin()
  const place = { address: origin?.address ?? null, user_agent: origin?.userAgent ?? null }
  await db
    .insertInto('sessions')
    .values({ id, user_id: userId, created_at: now, ended_at: null, end_reason: null, ...place, last_used_at: now })
    .execute()
  return issueTokens(db, id, now)
}

/** Also revokes its tokens. Idempotent. */
export const endUserSession = async (
  db: ApiDatabase,
  sessionId: number,
  reason: SessionEnd,
  now: number,
): Promise<void> => {
  await db.deleteFrom('access_tokens').where('session_id', '=', sessionId).execute()
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Tokens end at once; the rows stay, with the reason. */
export const endAllSessions = async (
  db: ApiDatabase,
  userId: number,
  reason: SessionEnd,
  now: number,
): Promise<void> => {
  await db
    .deleteFrom('access_tokens')
    .where('session_id', 'in', (eb) => eb.selectFrom('sessions').select('id').where('user_id', '=', userId))
    .execute()
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Its tokens may have expired. */
export const isSessionOpen = async (db: ApiDatabase, sessionId: number): Promise<boolean> => {
  const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId).where('ended_at', 'is', null)
  return (await session.executeTakeFirst()) !== undefined
}

/** @returns undefined for an unknown or expired token, or a deleted account */
export const findSession = async (
  db: ApiDatabase,
  accessToken: string,
  now: number,
): Promise<{ sessionId: number; userId: number; lastUsedAt: number } | undefined> => {
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    // A login may end just after its account was deleted.
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.deleted_at', 'is', null)
    .select(['sessions.id as sessionId', 'sessions.user_id as userId', 'sessions.last_used_at as lastUsedAt'])
    .where('access_tokens.token_hash', '=', hashToken(accessToken))
    .where('access_tokens.expires_at', '>', now)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst()
  return row
}
