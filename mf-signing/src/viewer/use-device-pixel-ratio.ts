import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  // The query names the ratio of now, so it fires once for every change away from it; React asks again after each.
  const query = window.matchMedia?.(`(resolution: ${window.devicePixelRatio}dppx)`)
  query?.addEventListener('change', changed)
  window.addEventListener('resize', changed)
  return () => {
    query?.removeEventListener('change', changed)
    window.removeEventListener('resize', changed)
  }
}

/** Device pixels per CSS pixel; follows the window to another screen and the browser's own zoom. */
export const useDevicePixelRatio = (): number => useSyncExternalStore(subscribe, () => window.devicePixelRatio || 1)
