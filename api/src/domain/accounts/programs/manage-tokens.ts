import { type NewProgramToken, PROGRAM_TOKEN_PREFIX, type ProgramToken } from 'shared/contract/accounts'
import { DAY, toInstant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { ProgramTokenTable } from '../../../platform/database/schema.ts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { newId } from '../../../platform/ids.ts'
import type { Services } from '../../../platform/services.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { findAccount } from '../users/find-user.ts'
import { consumeProof } from '../users/identity-proof.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { parseScopes } from './scopes.ts'

type Managing = Pick<Services, 'db' | 'clock' | 'publicUrl' | 'wakeMailWorker'>

const TOKENS_MAX = 20
const HINT_LENGTH = 4

const view = (row: ProgramTokenTable, now: number): ProgramToken => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: parseScopes(row.scopes),
  created_at: toInstant(row.created_at),
  expires_at: toInstant(row.expires_at),
  expired: row.expires_at <= now,
  last_used_at: row.last_used_at === null ? null : toInstant(row.last_used_at),
})

const tokensOf = (db: Db, userId: number) =>
  db.selectFrom('program_tokens').selectAll().where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id')

export const listTokens = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: number,
): Promise<ProgramToken[]> => {
  const rows = await tokensOf(db, userId).execute()
  return rows.map((row) => view(row, clock()))
}

/** @throws ApiError IDENTITY_NEEDED, VALIDATION */
export const createToken = async (
  { db, clock, publicUrl, wakeMailWorker }: Managing,
  { userId, sessionId }: SessionActor,
  { name, scopes, days, proof }: NewProgramToken & { readonly proof: string },
): Promise<{ token: string; details: ProgramToken }> => {
  const token = `${PROGRAM_TOKEN_PREFIX}${newToken()}`
  const details = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await consumeProof(transaction, { sessionId, proof }, now)
    if ((await tokensOf(transaction, userId).execute()).length >= TOKENS_MAX)
      throw new ApiError('VALIDATION', {
        message: `Ya tienes ${TOKENS_MAX} tokens. Revoca uno que no uses para crear otro.`,
      })
    const row = {
      id: newId(),
      user_id: userId,
      name,
      token_hash: hashToken(token),
      hint: token.slice(-HINT_LENGTH),
      scopes: scopes.join(' '),
      created_at: now,
      expires_at: now + days * DAY,
      last_used_at: null,
    }
    await transaction.insertInto('program_tokens').values(row).execute()
    await noteSecurityEvent(transaction, { userId, kind: 'program-token-added', detail: name, now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: `Se creó el token de programa «${name}»`, publicUrl, now })
    return view(row, now)
  })
  wakeMailWorker()
  return { token, details }
}

/** @throws ApiError NOT_FOUND, also for other accounts */
export const revokeToken = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: number,
  tokenId: number,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const [removed] = await transaction
      .deleteFrom('program_tokens')
      .where('id', '=', tokenId)
      .where('user_id', '=', userId)
      .returning('name')
      .execute()
    if (removed === undefined) throw new ApiError('NOT_FOUND')
    await noteSecurityEvent(transaction, { userId, kind: 'program-token-removed', detail: removed.name, now: clock() })
  })
