import { isIPv6 } from 'node:net'
import type { Clock } from '../clock.ts'
import { SECOND } from '../clock.ts'
import { ApiError } from './api-error.ts'

export interface Limit {
  readonly name: string
  /** Calls allowed in one window. */
  readonly max: number
  readonly windowSeconds: number
}

export interface RateLimiter {
  /**
   * Counts one call.
   * @throws ApiError RATE_LIMITED with the seconds until the window ends
   */
  hit(limit: Limit, key: string): void
  /** Forgets what was counted, for instance after the right password. */
  forget(limit: Limit, key: string): void
}

interface Counter {
  count: number
  endsAt: number
}

const MAX_COUNTERS = 100_000

/**
 * Fixed windows, counted in memory. When there are too many keys the oldest go first, so a flood of addresses costs
 * memory only up to a bound.
 */
export const createRateLimiter = (clock: Clock, factor: number): RateLimiter => {
  const counters = new Map<string, Counter>()
  return {
    hit: (limit, key) => {
      const now = clock()
      const id = `${limit.name} ${key}`
      const known = counters.get(id)
      const counter =
        known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + limit.windowSeconds * SECOND }
      counter.count += 1
      counters.delete(id)
      counters.set(id, counter)
      const [oldest] = counters.keys()
      if (counters.size > MAX_COUNTERS && oldest !== undefined) counters.delete(oldest)
      if (counter.count > Math.max(1, Math.floor(limit.max * factor)))
        throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.ceil((counter.endsAt - now) / SECOND) })
    },
    forget: (limit, key) => {
      counters.delete(`${limit.name} ${key}`)
    },
  }
}

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 subscriber owns. */
export const addressKey = (address: string): string => {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
