import { IDLE_FALLBACK_MS } from './constants.ts'

/** Runs something once, when there is nothing better to do, unless the answered function is called before. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, IDLE_FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
