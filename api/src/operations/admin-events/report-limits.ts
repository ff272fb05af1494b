import { addressKey } from 'shared/server'
import type { LoginGuard } from '../../domain/accounts/login/login-guard.ts'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { attemptBackoffs, rateLimits } from '../../platform/http/limits.ts'
import type { AttemptBackoff, RateLimit, RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { createReportOnce } from '../../platform/monitoring/report-once.ts'
import { usernameKey } from '../../platform/names/name-keys.ts'

/** The login reports these with the account. */
const OF_LOGIN: readonly string[] = [
  rateLimits.loginByAccountAndAddress.name,
  rateLimits.loginByAccountAndNetwork.name,
  rateLimits.loginByDevice.name,
  attemptBackoffs.loginByAccount.name,
]

interface Subject {
  readonly address?: string
  readonly account?: number
  readonly document?: number
  readonly field?: number
}

/** Omits user names and e-mails. */
const subjectOf = (limit: string, key: string): Subject => {
  const [first = ''] = key.split(' ')
  const kind = /-(address|account|document|field)$/.exec(limit)?.[1]
  if (kind === 'address') return { address: first }
  if (kind === undefined || !/^\d+$/.test(first)) return {}
  return { [kind]: Number(first) }
}

const reportingLimits =
  (report: () => void) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.code === 'RATE_LIMITED') report()
    throw error
  }

/** Reports the first rejection per key and window. */
export const reportLimits = (limiter: RateLimiter, adminLog: AdminLog, clock: Clock): RateLimiter => {
  const reportOnce = createReportOnce(clock)
  const recordLimit = (limit: string, key: string, window: number) => (): void => {
    if (OF_LOGIN.includes(limit)) return
    const report = reportOnce(limit, key, window)
    if (report) adminLog.record({ event: 'limit-reached', limit, ...subjectOf(limit, key), ...report })
  }
  return {
    ...limiter,
    hit: (limit: RateLimit, key) =>
      limiter.hit(limit, key).catch(reportingLimits(recordLimit(limit.name, key, limit.windowSeconds * SECOND_MS))),
    backOff: (backoff: AttemptBackoff, key) =>
      limiter
        .backOff(backoff, key)
        .catch(reportingLimits(recordLimit(backoff.name, key, backoff.forgetAfterSeconds * SECOND_MS))),
  }
}

interface GuessingOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  readonly adminLog: AdminLog
}

const GUESSING_SILENCE = rateLimits.loginByAccountAndAddress.windowSeconds * SECOND_MS

/**
 * Logs the account id: the typed name may be
 * a password. Does not delay the response.
 */
export const reportGuessing = (guard: LoginGuard, { db, clock, adminLog }: GuessingOptions): LoginGuard => {
  const reportOnce = createReportOnce(clock)
  const recordGuess = async (username: string, ip: string): Promise<void> => {
    const [address, key] = [addressKey(ip), usernameKey(username)]
    const report = reportOnce('passwords', `${address} ${key}`, GUESSING_SILENCE)
    if (!report) return
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', key)
      .executeTakeFirst()
      .catch(() => undefined)
    adminLog.record({ event: 'passwords-guessed', account: user?.id ?? null, address, ...report })
  }
  return (attempt, run) =>
    guard(attempt, run).catch(reportingLimits(() => void recordGuess(attempt.username, attempt.request.ip)))
}
