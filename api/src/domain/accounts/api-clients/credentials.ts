import type { NewProgramToken, ProgramToken } from 'shared/contract/accounts'
import { DAY_MS, toInstant, toInstantOrNull } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { ProgramTokenTable, SecurityEventKind } from '../../../platform/database/schema.ts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { newId } from '../../../platform/ids.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { findAccount } from '../users/find-user.ts'
import { consumeProof } from '../users/identity-proof.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { parseScopes } from './scopes.ts'

export type ManagingServices = Pick<ApiServices, 'db' | 'clock' | 'publicUrl' | 'wakeMailWorker'>
type Kind = ProgramTokenTable['kind']

/** Tokens and clients of an account, 20 of each kind. */
const MAX_OF_EACH = 20
/** Last characters, which tell the owner which secret it is; the rest is stored only as a hash. */
const HINT_LENGTH = 4

const many: Readonly<Record<Kind, string>> = { token: 'tokens', client: 'clientes' }

export const hintOf = (secret: string): string => secret.slice(-HINT_LENGTH)

export const viewCredential = (row: ProgramTokenTable, now: number): ProgramToken => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: parseScopes(row.scopes),
  created_at: toInstant(row.created_at),
  expires_at: toInstant(row.expires_at),
  expired: row.expires_at <= now,
  last_used_at: toInstantOrNull(row.last_used_at),
})

export const listCredentials = (db: ApiDatabase, userId: number, kind: Kind): Promise<ProgramTokenTable[]> =>
  db
    .selectFrom('program_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Kind for the security log, and the sentence of the mail. */
export interface NotedCredential {
  readonly event: SecurityEventKind
  readonly what: (name: string) => string
}

/** Logs and mails in the caller's transaction: no access is opened in silence. */
export const announceCredential = async (
  db: ApiDatabase,
  { userId, name, publicUrl, now }: { userId: number; name: string; publicUrl: string; now: number },
  { event, what }: NotedCredential,
): Promise<void> => {
  await noteSecurityEvent(db, { userId, kind: event, detail: name, now })
  await notifyOwner(db, await findAccount(db, userId), { what: what(name), publicUrl, now })
}

/**
 * Consumes the proof, so that a stolen session cannot make credentials that outlive it.
 *
 * @throws ApiError IDENTITY_NEEDED, VALIDATION
 */
export const addCredential = async (
  { db, clock, publicUrl, wakeMailWorker }: ManagingServices,
  { userId, sessionId }: SessionActor,
  { name, scopes, days, proof }: NewProgramToken & { readonly proof: string },
  { kind, secret, ...noted }: NotedCredential & { readonly kind: Kind; readonly secret: string },
): Promise<ProgramToken> => {
  const details = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await consumeProof(transaction, { sessionId, proof }, now)
    if ((await listCredentials(transaction, userId, kind)).length >= MAX_OF_EACH)
      throw new ApiError('VALIDATION', {
        message: `Ya tienes ${MAX_OF_EACH} ${many[kind]}. Revoca uno que no uses para crear otro.`,
      })
    const row = {
      id: newId(),
      user_id: userId,
      kind,
      name,
      token_hash: hashToken(secret),
      hint: hintOf(secret),
      scopes: scopes.join(' '),
      created_at: now,
      expires_at: now + days * DAY_MS,
      last_used_at: null,
    }
    await transaction.insertInto('program_tokens').values(row).execute()
    await announceCredential(transaction, { userId, name, publicUrl, now }, noted)
    return viewCredential(row, now)
  })
  wakeMailWorker()
  return details
}

/** Webhooks end with the token that created them. A disabled one could be switched on again. */
const pauseWebhooksOf = async (transaction: ApiDatabase, tokenId: number): Promise<void> => {
  const own = transaction.updateTable('webhook_endpoints').where('created_by_token', '=', tokenId)
  await own.set({ paused_because: 'creator-revoked' }).execute()
  await own.set({ state: 'paused' }).where('state', '=', 'active').execute()
}

/**
 * Needs no proof: it only takes access away. Jobs and webhooks of the credential stop.
 *
 * @throws ApiError NOT_FOUND
 */
export const removeCredential = (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  { userId, id, kind }: { readonly userId: number; readonly id: number; readonly kind: Kind },
  event: SecurityEventKind,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const [removed] = await transaction
      .deleteFrom('program_tokens')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .returning('name')
      .execute()
    if (removed === undefined) throw new ApiError('NOT_FOUND')
    await pauseWebhooksOf(transaction, id)
    await noteSecurityEvent(transaction, { userId, kind: event, detail: removed.name, now: clock() })
  })
