/** The oldest callers beyond this are evicted. */
const CALLERS_MAX = 10_000

export interface RateLimit {
  readonly max: number
  readonly windowMs: number
}

/**
 * Counts calls in memory, in fixed windows.
 *
 * @param now milliseconds of a monotonic clock
 * @returns whether the caller's next call is allowed
 */
export const createRateLimit = ({ max, windowMs }: RateLimit, now: () => number): ((caller: string) => boolean) => {
  const windows = new Map<string, { readonly since: number; count: number }>()
  return (caller) => {
    const known = windows.get(caller)
    if (known && now() - known.since < windowMs) return ++known.count <= max
    windows.delete(caller)
    const [oldest] = windows.keys()
    if (windows.size >= CALLERS_MAX && oldest !== undefined) windows.delete(oldest)
    windows.set(caller, { since: now(), count: 1 })
    return true
  }
}
