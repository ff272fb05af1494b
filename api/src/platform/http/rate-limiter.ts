import { createRecentMap, createWindowCounter } from 'shared/server'
import type { Clock } from '../clock.ts'
import { SECOND_MS } from '../clock.ts'
import { ApiError } from './api-error.ts'

export interface RateLimit {
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
}

/** Growing delays without a lockout. */
export interface AttemptBackoff {
  readonly name: string
  readonly free: number
  /** Doubles with each further attempt. */
  readonly firstPauseSeconds: number
  readonly longestPauseSeconds: number
  /** Reset after inactivity. */
  readonly forgetAfterSeconds: number
}

/** A fact in a client's favour. */
export interface TrustedSource {
  readonly name: string
  /** Since the last occurrence. */
  readonly forSeconds: number
}

/** The rest of a window. */
export interface RateAllowance {
  readonly max: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Thrown by `hit`. */
export class LimitReachedError extends ApiError {
  readonly allowance: RateAllowance

  constructor(allowance: RateAllowance) {
    super('RATE_LIMITED', { retryAfterSeconds: allowance.resetSeconds })
    this.allowance = allowance
  }
}

/** RATE_LIMITED carries the seconds to wait. */
export interface RateLimiter {
  /**
   * Counts a call in a fixed window.
   * @throws LimitReachedError
   */
  hit(limit: RateLimit, key: string): Promise<RateAllowance>
  /** Resets a count, for example after a login. */
  forget(limit: RateLimit, key: string): Promise<void>
  /**
   * Counts an attempt outside the current delay.
   * @throws ApiError RATE_LIMITED
   */
  backOff(backoff: AttemptBackoff, key: string): Promise<void>
  resetBackoff(backoff: AttemptBackoff, key: string): Promise<void>
  trust(trustedSource: TrustedSource, key: string): Promise<void>
  isTrusted(trustedSource: TrustedSource, key: string): Promise<boolean>
}

/** Instants in milliseconds. */
export interface AttemptProgress {
  readonly count: number
  readonly pausedUntil: number
  readonly forgottenAt: number
}

export const NO_PROGRESS: AttemptProgress = { count: 0, pausedUntil: 0, forgottenAt: 0 }

const MAX_COUNTERS = 100_000

export const waitUntil = (instant: number, now: number): ApiError =>
  new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.ceil((instant - now) / SECOND_MS) })

/** Milliseconds. */
const pauseAfter = (excess: number, { firstPauseSeconds, longestPauseSeconds }: AttemptBackoff): number =>
  excess <= 0 ? 0 : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (excess - 1)) * SECOND_MS

/** At least one. */
const allowedBy = (factor: number, count: number): number => Math.max(1, Math.floor(count * factor))

/** @throws LimitReachedError */
export const allowanceOf = (
  { count, endsAt }: { readonly count: number; readonly endsAt: number },
  limit: RateLimit,
  factor: number,
  now: number,
): RateAllowance => {
  const max = allowedBy(factor, limit.max)
  const resetSeconds = Math.ceil((endsAt - now) / SECOND_MS)
  if (count > max) throw new LimitReachedError({ max, remaining: 0, resetSeconds })
  return { max, remaining: max - count, resetSeconds }
}

/** @throws ApiError RATE_LIMITED within the delay */
export const nextAttemptProgress = (
  progress: AttemptProgress,
  backoff: AttemptBackoff,
  factor: number,
  now: number,
): AttemptProgress => {
  const known = progress.forgottenAt > now ? progress : NO_PROGRESS
  if (known.pausedUntil > now) throw waitUntil(known.pausedUntil, now)
  const count = known.count + 1
  const pausedUntil = now + pauseAfter(count - allowedBy(factor, backoff.free), backoff)
  return { count, pausedUntil, forgottenAt: pausedUntil + backoff.forgetAfterSeconds * SECOND_MS }
}

/** In-memory counts, lost on restart. `factor` multiplies the limits. */
export const createRateLimiter = (clock: Clock, factor: number): RateLimiter => {
  const counters = createWindowCounter(MAX_COUNTERS, clock)
  const backoffs = createRecentMap<AttemptProgress>(MAX_COUNTERS)
  const knownUntil = createRecentMap<number>(MAX_COUNTERS)
  return {
    hit: async (limit, key) => {
      const counted = counters.hit(`${limit.name} ${key}`, limit.windowSeconds * SECOND_MS)
      return allowanceOf(counted, limit, factor, clock())
    },
    forget: async (limit, key) => counters.forget(`${limit.name} ${key}`),
    backOff: async (backoff, key) => {
      const id = `${backoff.name} ${key}`
      backoffs.set(id, nextAttemptProgress(backoffs.get(id) ?? NO_PROGRESS, backoff, factor, clock()))
    },
    resetBackoff: async (backoff, key) => {
      const id = `${backoff.name} ${key}`
      const progress = backoffs.get(id)
      if (progress !== undefined && progress.count > 0 && progress.forgottenAt > clock())
        backoffs.set(id, { ...progress, count: progress.count - 1 })
    },
    trust: async ({ name, forSeconds }, key) => knownUntil.set(`${name} ${key}`, clock() + forSeconds * SECOND_MS),
    isTrusted: async ({ name }, key) => (knownUntil.get(`${name} ${key}`) ?? 0) > clock(),
  }
}
