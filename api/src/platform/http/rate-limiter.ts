import { isIPv4, isIPv6 } from 'node:net'
import type { Clock } from '../clock.ts'
import { SECOND } from '../clock.ts'
import { createRecentMap } from '../recent-map.ts'
import { ApiError } from './api-error.ts'

export interface Limit {
  readonly name: string
  /** Calls per window. */
  readonly max: number
  readonly windowSeconds: number
}

/** Growing delays without a lockout. */
export interface Pace {
  readonly name: string
  /** Attempts without delay. */
  readonly free: number
  /** Doubles with each further attempt. */
  readonly firstPauseSeconds: number
  readonly longestPauseSeconds: number
  /** Reset after inactivity. */
  readonly forgetAfterSeconds: number
}

/** A fact in a client's favour. */
export interface Recollection {
  readonly name: string
  /** Since the last occurrence. */
  readonly forSeconds: number
}

/** RATE_LIMITED carries the seconds to wait. */
export interface RateLimiter {
  /**
   * Counts a call in a fixed window.
   * @throws ApiError RATE_LIMITED
   */
  hit(limit: Limit, key: string): Promise<void>
  /** Resets a count, for example after a login. */
  forget(limit: Limit, key: string): Promise<void>
  /**
   * Counts an attempt outside the current delay.
   * @throws ApiError RATE_LIMITED
   */
  pace(pace: Pace, key: string): Promise<void>
  /** Takes one attempt back. */
  unpace(pace: Pace, key: string): Promise<void>
  remember(recollection: Recollection, key: string): Promise<void>
  recalls(recollection: Recollection, key: string): Promise<boolean>
}

interface Counter {
  readonly count: number
  readonly endsAt: number
}

/** Instants in milliseconds. */
export interface Progress {
  readonly count: number
  readonly pausedUntil: number
  readonly forgottenAt: number
}

export const NO_PROGRESS: Progress = { count: 0, pausedUntil: 0, forgottenAt: 0 }

const MAX_COUNTERS = 100_000

export const waitUntil = (instant: number, now: number): ApiError =>
  new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.ceil((instant - now) / SECOND) })

/** Milliseconds. */
const pauseAfter = (excess: number, { firstPauseSeconds, longestPauseSeconds }: Pace): number =>
  excess <= 0 ? 0 : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (excess - 1)) * SECOND

/** At least one. */
export const allowedBy = (factor: number, count: number): number => Math.max(1, Math.floor(count * factor))

/** @throws ApiError RATE_LIMITED within the delay */
export const nextProgress = (progress: Progress, pace: Pace, factor: number, now: number): Progress => {
  const known = progress.forgottenAt > now ? progress : NO_PROGRESS
  if (known.pausedUntil > now) throw waitUntil(known.pausedUntil, now)
  const count = known.count + 1
  const pausedUntil = now + pauseAfter(count - allowedBy(factor, pace.free), pace)
  return { count, pausedUntil, forgottenAt: pausedUntil + pace.forgetAfterSeconds * SECOND }
}

/** In-memory counts, lost on restart. `factor` multiplies the limits. */
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

/** IPv4-mapped IPv6 may end in either notation. */
const unmapped = (address: string): string => {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const [, high, low] = (isIPv6(address) && MAPPED.exec(groupsOf(address, 8))) || []
  if (high === undefined || low === undefined) return address
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.')
}

/** An IPv4 address or an IPv6 /64 (one subscriber). */
export const addressKey = (address: string): string => {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${groupsOf(plain, 4)}::/64` : plain
}

/** An IPv4 /24 or an IPv6 /48 (one site). */
export const networkKey = (address: string): string => {
  const plain = unmapped(address)
  if (isIPv6(plain)) return `${groupsOf(plain, 3)}::/48`
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain
}
