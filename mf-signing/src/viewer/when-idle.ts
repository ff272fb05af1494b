import { IDLE_FALLBACK_MS, REST_MS } from './constants.ts'

/** Runs when the browser has nothing better to do; the answer takes it back. */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, IDLE_FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(run)
  return () => window.cancelIdleCallback(handle)
}

/** Runs once the page on show has rested and the browser has nothing better to do; the answer takes it back. */
export const whenRested = (run: () => void): (() => void) => {
  let cancel: (() => void) | undefined
  const timer = setTimeout(() => {
    cancel = whenIdle(run)
  }, REST_MS)
  return () => {
    clearTimeout(timer)
    cancel?.()
  }
}
