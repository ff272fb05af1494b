import { MINUTE } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { ProgramActor } from '../../../platform/http/actor.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { parseScopes } from './scopes.ts'

interface Program {
  readonly actor: ProgramActor
  readonly lastUsedAt: number | null
}

export const findProgram = async (db: Db, token: string, now: number): Promise<Program | undefined> => {
  const row = await db
    .selectFrom('program_tokens')
    .innerJoin('users', 'users.id', 'program_tokens.user_id')
    .where('users.deleted_at', 'is', null)
    .select(['program_tokens.id', 'program_tokens.user_id', 'program_tokens.scopes', 'program_tokens.last_used_at'])
    .where('program_tokens.token_hash', '=', hashToken(token))
    .where('program_tokens.expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id: tokenId, user_id: userId, scopes, last_used_at: lastUsedAt } = row
  return { actor: { kind: 'program', userId, tokenId, scopes: parseScopes(scopes) }, lastUsedAt }
}

export const touchProgram = async (db: Db, { actor, lastUsedAt }: Program, now: number): Promise<void> => {
  if (lastUsedAt !== null && now - lastUsedAt < MINUTE) return
  await db.updateTable('program_tokens').set({ last_used_at: now }).where('id', '=', actor.tokenId).execute()
}
