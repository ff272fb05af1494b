/** More callers than this are not told apart: the oldest are forgotten. */
const CALLERS_MAX = 10_000

export interface RateLimit {
  /** Calls of one caller in one window. */
  readonly max: number
  readonly windowMs: number
}

/**
 * Counts calls in windows that begin with the first of them. It lives in memory, and what it knows of a caller is gone
 * with the window.
 *
 * @param now milliseconds of any clock that only rises
 * @returns whether one more call of this caller is taken
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
