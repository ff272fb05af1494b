import { DAY_MS, SECOND_MS } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'

/** Since the last login. */
const DEVICE_LIFE = 180 * DAY_MS
/** Accounts per browser. */
const TOKENS_MAX = 5
/** Per account. Clients without cookies add one per login. */
const DEVICES_MAX = 20
const COOKIE = 'trazo_device'

/** One cookie holds tokens of several accounts of this browser, newest first. */
export const deviceTokens = (header: string | undefined): string[] => {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,300})(?:;|$)`).exec(header ?? '')?.[1] ?? ''
  return value.split('.').filter((token) => /^[\w-]{43}$/.test(token))
}

/**
 * A familiar device is not slowed down by wrong passwords from elsewhere. It opens nothing by itself.
 *
 * @returns the token's hash
 */
export const findDevice = async (
  db: ApiDatabase,
  {
    header,
    usernameKey,
    now,
  }: { readonly header: string | undefined; readonly usernameKey: string; readonly now: number },
): Promise<string | undefined> => {
  const hashes = deviceTokens(header).slice(0, TOKENS_MAX).map(hashToken)
  if (hashes.length === 0) return undefined
  const found = await db
    .selectFrom('familiar_devices')
    .innerJoin('users', 'users.id', 'familiar_devices.user_id')
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .where('users.username_key', '=', usernameKey)
    .where('familiar_devices.expires_at', '>', now)
    .executeTakeFirst()
  return found?.token_hash
}

/** Revokes the previous token. @returns the `Set-Cookie` value */
export const rememberDevice = async (
  db: ApiDatabase,
  {
    header,
    userId,
    isSecure,
    now,
  }: {
    readonly header: string | undefined
    readonly userId: number
    readonly isSecure: boolean
    readonly now: number
  },
): Promise<string> => {
  const brought = deviceTokens(header).slice(0, TOKENS_MAX)
  const own = await db
    .deleteFrom('familiar_devices')
    .where('user_id', '=', userId)
    .where((or) => or.or([or('expires_at', '<=', now), or('token_hash', 'in', ['', ...brought.map(hashToken)])]))
    .returning('token_hash')
    .execute()
  const replaced = new Set(own.map(({ token_hash }) => token_hash))
  await db
    .deleteFrom('familiar_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('familiar_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .limit(DEVICES_MAX - 1),
    )
    .execute()
  const token = newToken()
  await db
    .insertInto('familiar_devices')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now, expires_at: now + DEVICE_LIFE })
    .execute()
  const kept = brought.filter((other) => !replaced.has(hashToken(other)))
  const value = [token, ...kept].slice(0, TOKENS_MAX).join('.')
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth/', `Max-Age=${DEVICE_LIFE / SECOND_MS}`]
  return [`${COOKIE}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** Login limits then apply to the account's browsers again. */
export const forgetDevices = async (db: ApiDatabase, userId: number): Promise<void> => {
  await db.deleteFrom('familiar_devices').where('user_id', '=', userId).execute()
}
