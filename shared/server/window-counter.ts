import { createRecentMap } from './recent-map.ts'

interface Window {
  readonly count: number
  /** Milliseconds of the counter's clock. */
  readonly endsAt: number
}

interface WindowCounter {
  /** Counts a call; starts a new window if the last one has ended. */
  hit(key: string, windowMs: number): Window
  forget(key: string): void
}

/**
 * Counts calls in memory, in fixed windows.
 *
 * @param maxKeys evicts the keys that were
 *   not used for the longest time
 * @param now milliseconds
 */
export const createWindowCounter = (maxKeys: number, now: () => number): WindowCounter => {
  const windows = createRecentMap<Window>(maxKeys)
  return {
    hit(key, windowMs) {
      const at = now()
      const known = windows.get(key)
      const { count, endsAt } = known && known.endsAt > at ? known : { count: 0, endsAt: at + windowMs }
      const window = { count: count + 1, endsAt }
      windows.set(key, window)
      return window
    },
    forget: (key) => windows.delete(key),
  }
}
