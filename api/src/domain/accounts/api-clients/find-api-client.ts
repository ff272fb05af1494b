import { MINUTE_MS } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { ApiClientActor } from '../../../platform/http/actor.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { parseScopes } from './scopes.ts'

interface Program {
  readonly actor: ApiClientActor
  readonly lastUsedAt: number | null
}

interface Row {
  readonly id: number
  readonly user_id: number
  readonly scopes: string
  readonly last_used_at: number | null
}

const living = (db: ApiDatabase, now: number) =>
  db
    .selectFrom('program_tokens')
    .innerJoin('users', 'users.id', 'program_tokens.user_id')
    .where('users.deleted_at', 'is', null)
    .where('program_tokens.expires_at', '>', now)
    .select(['program_tokens.id', 'program_tokens.user_id', 'program_tokens.last_used_at'])

const ofToken = (db: ApiDatabase, hash: string, now: number): Promise<Row | undefined> =>
  living(db, now)
    .select('program_tokens.scopes')
    .where('program_tokens.kind', '=', 'token')
    .where('program_tokens.token_hash', '=', hash)
    .executeTakeFirst()

const ofClient = (db: ApiDatabase, hash: string, now: number): Promise<Row | undefined> =>
  living(db, now)
    .innerJoin('client_access_tokens', 'client_access_tokens.client_id', 'program_tokens.id')
    .select('client_access_tokens.scopes')
    .where('client_access_tokens.token_hash', '=', hash)
    .where('client_access_tokens.expires_at', '>', now)
    .executeTakeFirst()

/** @param token `trz_…` of a person or of a client; both act for the account with the credential's scopes */
export const findApiClient = async (db: ApiDatabase, token: string, now: number): Promise<Program | undefined> => {
  const hash = hashToken(token)
  const row = (await ofToken(db, hash, now)) ?? (await ofClient(db, hash, now))
  if (row === undefined) return undefined
  const { id: tokenId, user_id: userId, scopes, last_used_at: lastUsedAt } = row
  return { actor: { kind: 'program', userId, tokenId, scopes: parseScopes(scopes) }, lastUsedAt }
}

/** At most once a minute, so that reading calls seldom write. */
export const touchApiClient = async (db: ApiDatabase, { actor, lastUsedAt }: Program, now: number): Promise<void> => {
  if (lastUsedAt !== null && now - lastUsedAt < MINUTE_MS) return
  await db.updateTable('program_tokens').set({ last_used_at: now }).where('id', '=', actor.tokenId).execute()
}
