import { DAY, SECOND } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import { hashToken, newToken } from './tokens.ts'

/** How long a device stays familiar after its last login, in milliseconds. */
const DEVICE_LIFE = 180 * DAY
/** Accounts that one browser keeps apart. */
const TOKENS_MAX = 5
/** Devices of one account; a program that logs in without cookies makes one each time. */
const DEVICES_MAX = 20
const COOKIE = 'trazo_device'

/** The tokens in a `Cookie` header: one for each account that came in from this browser. */
export const deviceTokens = (header: string | undefined): string[] => {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,300})(?:;|$)`).exec(header ?? '')?.[1] ?? ''
  return value.split('.').filter((token) => /^[\w-]{43}$/.test(token))
}

/** The device by which an account came in before, as the hash of its token; undefined for any other. */
export const findDevice = async (
  db: Db,
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

/**
 * Notes that an account came in from a browser, with a token of its own in place of the one before.
 * @param isSecure whether the site is reached by https
 * @returns value of `Set-Cookie`
 */
export const rememberDevice = async (
  db: Db,
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
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth/', `Max-Age=${DEVICE_LIFE / SECOND}`]
  return [`${COOKIE}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** Forgets every device of an account. */
export const forgetDevices = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('familiar_devices').where('user_id', '=', userId).execute()
}
