import type { IncomingHttpHeaders } from 'node:http'
import { addressKey, networkKey } from 'shared/server'
import { ApiError } from '../../../platform/http/api-error.ts'
import { attemptBackoffs, rateLimits, trustedSources } from '../../../platform/http/limits.ts'
import type { RateLimit, RateLimiter } from '../../../platform/http/rate-limiter.ts'
import { usernameKey } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { findDevice } from '../users/familiar-device.ts'

/** @throws ApiError RATE_LIMITED, or the attempt's error */
export type LoginGuard = <T>(
  attempt: {
    readonly username: string
    readonly request: { readonly ip: string; readonly headers: IncomingHttpHeaders }
  },
  run: () => Promise<T>,
) => Promise<T>

const isRateLimit = (error: unknown): boolean => error instanceof ApiError && error.code === 'RATE_LIMITED'

const isWithin = async (limiter: RateLimiter, limit: RateLimit, key: string): Promise<boolean> => {
  try {
    await limiter.hit(limit, key)
    return true
  } catch (error) {
    if (isRateLimit(error)) return false
    throw error
  }
}

/** False for an uncounted `fresh` attempt. */
const keepBackoff = async (limiter: RateLimiter, account: string, fresh: boolean): Promise<boolean> => {
  try {
    await limiter.backOff(attemptBackoffs.loginByAccount, account)
    return true
  } catch (error) {
    if (fresh && isRateLimit(error)) return false
    throw error
  }
}

type Outcome<T> = { readonly result: T } | { readonly lacking: ApiError }

/** The password was right. */
const outcomeOf = async <T>(run: () => Promise<T>): Promise<Outcome<T>> => {
  try {
    return { result: await run() }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_NEEDED') return { lacking: error }
    throw error
  }
}

const resultOf = <T>(outcome: Outcome<T>): T => {
  if ('lacking' in outcome) throw outcome.lacking
  return outcome.result
}

const fromDevice = async <T>(limiter: RateLimiter, device: string, run: () => Promise<T>): Promise<T> => {
  await limiter.hit(rateLimits.loginByDevice, device)
  const outcome = await outcomeOf(run)
  await limiter.forget(rateLimits.loginByDevice, device)
  return resultOf(outcome)
}

const fromAnywhere = async <T>(
  limiter: RateLimiter,
  account: string,
  ip: string,
  run: () => Promise<T>,
): Promise<T> => {
  const pair = `${addressKey(ip)} ${account}`
  const network = `${networkKey(ip)} ${account}`
  await limiter.hit(rateLimits.loginByAddress, addressKey(ip))
  const familiar = await limiter.isTrusted(trustedSources.familiarAddress, pair)
  await limiter.hit(rateLimits.loginByAccountAndAddress, pair)
  const fresh = await isWithin(limiter, rateLimits.loginByAccountAndNetwork, network)
  const paced = !familiar && (await keepBackoff(limiter, account, fresh))
  const outcome = await outcomeOf(run)
  await limiter.forget(rateLimits.loginByAccountAndAddress, pair)
  await limiter.forget(rateLimits.loginByAccountAndNetwork, network)
  if (paced) await limiter.resetBackoff(attemptBackoffs.loginByAccount, account)
  await limiter.trust(trustedSources.familiarAddress, pair)
  return resultOf(outcome)
}

/**
 * Limits wrong passwords: strictly per account and address,
 * loosely per account. Known devices, addresses of earlier logins
 * and a new network's first attempts are exempt from the latter
 * (docs/decisions/0006-account-enumeration.md). Counts before
 * verifying, so parallel attempts gain nothing; refunds successes.
 */
export const createLoginGuard =
  (limiter: RateLimiter, { db, clock }: Pick<ApiServices, 'db' | 'clock'>): LoginGuard =>
  async ({ username, request }, run) => {
    const account = usernameKey(username)
    const device = await findDevice(db, { header: request.headers.cookie, usernameKey: account, now: clock() })
    return device === undefined ? fromAnywhere(limiter, account, request.ip, run) : fromDevice(limiter, device, run)
  }
