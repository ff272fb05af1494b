import { createRecentMap } from './recent-map.ts'

interface Window {
  readonly count: number
  /** Milliseconds of the counter's clock. */
  readonly endsAt: number
}

/**
 * Fixed windows, in memory.
 * @param maxKeys evicts the least recently used keys
 * @param now milliseconds
 */
export const createWindowCounter = (maxKeys: number, now: () => number) => {
  const windows = createRecentMap<Window>(maxKeys)
  return {
    /** Starts a new window if the last one has ended. */
    hit(key: string, windowMs: number): Window {
      const at = now()
      const known = windows.get(key)
      const { count, endsAt } = known && known.endsAt > at ? known : { count: 0, endsAt: at + windowMs }
      const window = { count: count + 1, endsAt }
      windows.set(key, window)
      return window
    },
    forget: (key: string): void => windows.delete(key),
  }
}
