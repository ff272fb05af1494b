import { type Every, SECOND } from '../clock.ts'

/** How often what is away is tried, in milliseconds. */
const PROBE_INTERVAL = 5 * SECOND

export interface Probing {
  /** Nothing where it is tried already. */
  start(): void
  stop(): void
}

/** Tries something again and again, one attempt at a time, until it works or `stop` is called. */
export const createProbing = (every: Every, probe: () => Promise<void>, works: () => void): Probing => {
  let stopTimer: (() => void) | undefined
  let trying = false
  const stop = (): void => {
    stopTimer?.()
    stopTimer = undefined
  }
  const attempt = async (): Promise<void> => {
    if (trying) return
    trying = true
    try {
      await probe()
      if (stopTimer === undefined) return
      stop()
      works()
    } catch {
      // Still away.
    } finally {
      trying = false
    }
  }
  return {
    start: () => {
      stopTimer ??= every(PROBE_INTERVAL, () => void attempt())
    },
    stop,
  }
}
