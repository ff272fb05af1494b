import { isIPv4, isIPv6 } from 'node:net'
import type { Clock } from '../clock.ts'
import { SECOND } from '../clock.ts'
import { ApiError } from './api-error.ts'
import { createRecentMap } from './recent-map.ts'

export interface Limit {
  readonly name: string
  /** Calls allowed in one window. */
  readonly max: number
  readonly windowSeconds: number
}

/** Attempts that become slower the more there are, and never stop altogether. */
export interface Pace {
  readonly name: string
  /** Attempts without a pause. */
  readonly free: number
  /** Pause after the first attempt beyond these; each further one doubles it. */
  readonly firstPauseSeconds: number
  readonly longestPauseSeconds: number
  /** After so long without an attempt the count begins anew. */
  readonly forgetAfterSeconds: number
}

/** Something good that is known of somebody, for instance that the right password came from there. */
export interface Recollection {
  readonly name: string
  /** How long it is known after it was last seen. */
  readonly forSeconds: number
}

/** Counts calls. What it refuses is RATE_LIMITED with the seconds until the next attempt makes sense. */
export interface RateLimiter {
  /**
   * Counts one call in a fixed window.
   * @throws ApiError RATE_LIMITED
   */
  hit(limit: Limit, key: string): Promise<void>
  /** Forgets what was counted, for instance after the right password. */
  forget(limit: Limit, key: string): Promise<void>
  /**
   * Counts one attempt, unless it comes within the pause that the last one caused.
   * @throws ApiError RATE_LIMITED
   */
  pace(pace: Pace, key: string): Promise<void>
  /** Takes one attempt back, which was none. */
  unpace(pace: Pace, key: string): Promise<void>
  /** Notes what speaks for somebody, or that it still does. */
  remember(recollection: Recollection, key: string): Promise<void>
  recalls(recollection: Recollection, key: string): Promise<boolean>
}

interface Counter {
  readonly count: number
  readonly endsAt: number
}

/** Where somebody stands with a pace; instants in milliseconds. */
export interface Progress {
  readonly count: number
  readonly pausedUntil: number
  readonly forgottenAt: number
}

export const NO_PROGRESS: Progress = { count: 0, pausedUntil: 0, forgottenAt: 0 }

const MAX_COUNTERS = 100_000

export const waitUntil = (instant: number, now: number): ApiError =>
  new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.ceil((instant - now) / SECOND) })

/** Pause after so many attempts beyond the free ones, in milliseconds. */
const pauseAfter = (excess: number, { firstPauseSeconds, longestPauseSeconds }: Pace): number =>
  excess <= 0 ? 0 : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (excess - 1)) * SECOND

/** How many are allowed: a factor never makes it none. */
export const allowedBy = (factor: number, count: number): number => Math.max(1, Math.floor(count * factor))

/**
 * Where somebody stands after one more attempt.
 * @throws ApiError RATE_LIMITED within the pause that the last one caused
 */
export const nextProgress = (progress: Progress, pace: Pace, factor: number, now: number): Progress => {
  const known = progress.forgottenAt > now ? progress : NO_PROGRESS
  if (known.pausedUntil > now) throw waitUntil(known.pausedUntil, now)
  const count = known.count + 1
  const pausedUntil = now + pauseAfter(count - allowedBy(factor, pace.free), pace)
  return { count, pausedUntil, forgottenAt: pausedUntil + pace.forgetAfterSeconds * SECOND }
}

/** Counts in memory: with a restart every count begins anew. `factor` multiplies what is allowed. */
export const createRateLimiter = (clock: Clock, factor: number): RateLimiter => {
  const counters = createRecentMap<Counter>(MAX_COUNTERS)
  const paces = createRecentMap<Progress>(MAX_COUNTERS)
  const knownUntil = createRecentMap<number>(MAX_COUNTERS)
  return {
    hit: async (limit, key) => {
      const now = clock()
      const id = `${limit.name} ${key}`
      const known = counters.get(id)
      const window =
        known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + limit.windowSeconds * SECOND }
      counters.set(id, { ...window, count: window.count + 1 })
      if (window.count + 1 > allowedBy(factor, limit.max)) throw waitUntil(window.endsAt, now)
    },
    forget: async (limit, key) => counters.delete(`${limit.name} ${key}`),
    pace: async (pace, key) => {
      const id = `${pace.name} ${key}`
      paces.set(id, nextProgress(paces.get(id) ?? NO_PROGRESS, pace, factor, clock()))
    },
    unpace: async (pace, key) => {
      const id = `${pace.name} ${key}`
      const progress = paces.get(id)
      if (progress !== undefined && progress.count > 0 && progress.forgottenAt > clock())
        paces.set(id, { ...progress, count: progress.count - 1 })
    },
    remember: async ({ name, forSeconds }, key) => knownUntil.set(`${name} ${key}`, clock() + forSeconds * SECOND),
    recalls: async ({ name }, key) => (knownUntil.get(`${name} ${key}`) ?? 0) > clock(),
  }
}

/** The first groups of an IPv6 address, without leading zeros. */
const groupsOf = (address: string, count: number): string => {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return groups
    .slice(0, count)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

const MAPPED = /^(?:0:){5}ffff:([\da-f]+):([\da-f]+)$/

/** IPv4 may come written as IPv6, its end as IPv4 or not. */
const unmapped = (address: string): string => {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const [, high, low] = (isIPv6(address) && MAPPED.exec(groupsOf(address, 8))) || []
  if (high === undefined || low === undefined) return address
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.')
}

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 subscriber owns. */
export const addressKey = (address: string): string => {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${groupsOf(plain, 4)}::/64` : plain
}

/** What somebody with many addresses has many of at once: an IPv4 /24, or the /48 that an IPv6 site is given. */
export const networkKey = (address: string): string => {
  const plain = unmapped(address)
  if (isIPv6(plain)) return `${groupsOf(plain, 3)}::/48`
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain
}
