import { CLIENT_ID_PREFIX, PROGRAM_TOKEN_PREFIX, type ProgramScope, programScopes } from 'shared/contract/accounts'
import { isSameSecret } from 'shared/server'
import { HOUR_MS, SECOND_MS } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { rateLimits } from '../../../platform/http/limits.ts'
import { OAuthRefusal } from '../../../platform/http/oauth-error.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { parseScopes } from './scopes.ts'

interface Credentials {
  readonly client_id: string
  readonly client_secret: string
}

/** Milliseconds. There is no refresh token (RFC 6749, 4.4.3): the client asks again. */
const TOKEN_LIFE = HOUR_MS

const idOf = (clientId: string): number => {
  const [, digits] = new RegExp(`^${CLIENT_ID_PREFIX}(\\d{1,16})$`).exec(clientId) ?? []
  return Number(digits ?? 0)
}

/** Compared for unknown clients, so that their answer takes as long. */
const NO_HASH = '0'.repeat(64)

const findClient = async (db: ApiDatabase, { client_id, client_secret }: Credentials, now: number) => {
  const row = await db
    .selectFrom('program_tokens')
    .innerJoin('users', 'users.id', 'program_tokens.user_id')
    .where('users.deleted_at', 'is', null)
    .select(['program_tokens.id', 'program_tokens.token_hash', 'program_tokens.scopes'])
    .where('program_tokens.id', '=', idOf(client_id))
    .where('program_tokens.kind', '=', 'client')
    .where('program_tokens.expires_at', '>', now)
    .executeTakeFirst()
  const isSame = isSameSecret(hashToken(client_secret), row?.token_hash ?? NO_HASH)
  if (row === undefined || !isSame)
    throw new OAuthRefusal(
      'invalid_client',
      'El cliente no existe, venció o su secreto es otro. Revísalo en Programas.',
    )
  return row
}

const grantedScopes = (asked: string, own: readonly ProgramScope[]): readonly ProgramScope[] => {
  const names = asked.split(' ').filter((name) => name !== '')
  const other = names.find((name) => !own.some((scope) => scope === name))
  if (other !== undefined)
    throw new OAuthRefusal('invalid_scope', `El cliente no tiene todos los permisos pedidos. Tiene: ${own.join(' ')}.`)
  return names.length === 0 ? own : programScopes.filter((scope) => names.includes(scope))
}

/** RFC 6749, section 4.4. @throws OAuthRefusal, ApiError RATE_LIMITED */
export const grantClient = async (
  { db, clock, limiter }: Pick<ApiServices, 'db' | 'clock'> & { readonly limiter: RateLimiter },
  credentials: Credentials,
  scope: string,
) => {
  const now = clock()
  const client = await findClient(db, credentials, now)
  await limiter.hit(rateLimits.tokensByClient, String(client.id))
  const scopes = grantedScopes(scope, parseScopes(client.scopes)).join(' ')
  const token = `${PROGRAM_TOKEN_PREFIX}${newToken()}`
  await db
    .insertInto('client_access_tokens')
    .values({ token_hash: hashToken(token), client_id: client.id, scopes, expires_at: now + TOKEN_LIFE })
    .execute()
  return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE / SECOND_MS, scope: scopes }
}

/** RFC 7009, section 2.1. */
export const revokeClientToken = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  credentials: Credentials,
  token: string,
): Promise<void> => {
  const client = await findClient(db, credentials, clock())
  await db
    .deleteFrom('client_access_tokens')
    .where('client_id', '=', client.id)
    .where('token_hash', '=', hashToken(token))
    .execute()
}
