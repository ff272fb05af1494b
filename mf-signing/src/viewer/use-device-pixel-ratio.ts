import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  let query: MediaQueryList | undefined
  // A query names one ratio and fires when the window leaves it: after each change the next one is asked.
  const watch = () => {
    query?.removeEventListener('change', moved)
    query = window.matchMedia?.(`(resolution: ${window.devicePixelRatio}dppx)`)
    query?.addEventListener('change', moved)
  }
  const moved = () => {
    watch()
    changed()
  }
  watch()
  return () => query?.removeEventListener('change', moved)
}

/** Device pixels per CSS pixel; follows the window to another screen and the browser's own zoom. */
export const useDevicePixelRatio = (): number => useSyncExternalStore(subscribe, () => window.devicePixelRatio || 1)
