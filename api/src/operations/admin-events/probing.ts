import { type RepeatWork, SECOND_MS } from '../../platform/clock.ts'

const PROBE_INTERVAL = 5 * SECOND_MS

export interface DependencyProbe {
  /** Does nothing while it runs. */
  start(): void
  stop(): void
}

/** Repeats `probe` until it succeeds. */
export const createProbing = (every: RepeatWork, probe: () => Promise<void>, works: () => void): DependencyProbe => {
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
      // Still unavailable.
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
