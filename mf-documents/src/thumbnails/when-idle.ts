import { IDLE_FALLBACK_MS } from './constants.ts'

/** Runs a callback when idle; returns a cancel function. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, IDLE_FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
