import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import { limits, paces, recollections } from '../http/limits.ts'
import { addressKey, type Limit, networkKey, type RateLimiter } from '../http/rate-limiter.ts'
import type { Services } from '../services.ts'
import { findDevice } from './familiar-device.ts'
import { usernameKey } from './identity.ts'

/**
 * Lets someone try a password.
 * @throws ApiError RATE_LIMITED, or what the attempt threw
 */
export type LoginGuard = <T>(
  attempt: { readonly username: string; readonly request: Pick<FastifyRequest, 'ip' | 'headers'> },
  run: () => Promise<T>,
) => Promise<T>

const isRateLimit = (error: unknown): boolean => error instanceof ApiError && error.code === 'RATE_LIMITED'

/** Whether something is still within its limit; counts it. */
const isWithin = async (limiter: RateLimiter, limit: Limit, key: string): Promise<boolean> => {
  try {
    await limiter.hit(limit, key)
    return true
  } catch (error) {
    if (isRateLimit(error)) return false
    throw error
  }
}

/** Whether the attempt was counted: one that comes too early is let through uncounted where it is `fresh`. */
const keepPace = async (limiter: RateLimiter, account: string, fresh: boolean): Promise<boolean> => {
  try {
    await limiter.pace(paces.loginByAccount, account)
    return true
  } catch (error) {
    if (fresh && isRateLimit(error)) return false
    throw error
  }
}

type Outcome<T> = { readonly result: T } | { readonly lacking: ApiError }

/** What an attempt came to. With the right password a second factor may still lack: nobody guessed anything. */
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

/** An attempt from a device that the account knows: what others do at the same address does not count against it. */
const fromDevice = async <T>(limiter: RateLimiter, device: string, run: () => Promise<T>): Promise<T> => {
  await limiter.hit(limits.loginByDevice, device)
  const outcome = await outcomeOf(run)
  await limiter.forget(limits.loginByDevice, device)
  return resultOf(outcome)
}

/** An attempt from anywhere else. */
const fromAnywhere = async <T>(
  limiter: RateLimiter,
  account: string,
  ip: string,
  run: () => Promise<T>,
): Promise<T> => {
  const pair = `${addressKey(ip)} ${account}`
  const network = `${networkKey(ip)} ${account}`
  await limiter.hit(limits.loginByAddress, addressKey(ip))
  const familiar = await limiter.recalls(recollections.familiarAddress, pair)
  await limiter.hit(limits.loginByAccountAndAddress, pair)
  const fresh = await isWithin(limiter, limits.loginByAccountAndNetwork, network)
  const paced = !familiar && (await keepPace(limiter, account, fresh))
  const outcome = await outcomeOf(run)
  await limiter.forget(limits.loginByAccountAndAddress, pair)
  await limiter.forget(limits.loginByAccountAndNetwork, network)
  if (paced) await limiter.unpace(paces.loginByAccount, account)
  await limiter.remember(recollections.familiarAddress, pair)
  return resultOf(outcome)
}

/**
 * Counts wrong passwords: tightly per account and address, loosely per account. Whoever guesses from elsewhere slows an
 * account down, but not for an address from which its owner came in before, nor for the first attempts of a network
 * that has not been guessing (docs/decisions/0006-account-enumeration.md). A device from which the account came in is
 * counted alone. Attempts count before the password is looked at, so that many at the same moment gain nothing, and are
 * taken back when it was right.
 */
export const createLoginGuard =
  (limiter: RateLimiter, { db, clock }: Pick<Services, 'db' | 'clock'>): LoginGuard =>
  async ({ username, request }, run) => {
    const account = usernameKey(username)
    const device = await findDevice(db, { header: request.headers.cookie, usernameKey: account, now: clock() })
    return device === undefined ? fromAnywhere(limiter, account, request.ip, run) : fromDevice(limiter, device, run)
  }
