import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  let query: MediaQueryList | undefined
  // A query matches one ratio, so each change needs a new query.
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

/** Changes with screen and browser zoom. */
export const useDevicePixelRatio = (): number => useSyncExternalStore(subscribe, () => window.devicePixelRatio || 1)
