import { IDLE_MAX_MS, REST_MS, VIEWER_IDLE_MS } from './constants.ts'

export const whenIdle = (run: () => void): (() => void) => {
  // Safari lacks idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, VIEWER_IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(run, { timeout: IDLE_MAX_MS })
  return () => window.cancelIdleCallback(handle)
}

/** After the page was visible for a moment. @returns cancels it */
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
