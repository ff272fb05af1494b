import { useSyncExternalStore } from 'react'
import { NARROW_WINDOW_PX } from '../viewer/constants.ts'

const query = (): MediaQueryList | undefined => window.matchMedia?.(`(width <= ${NARROW_WINDOW_PX}px)`)

const subscribe = (changed: () => void) => {
  const asked = query()
  asked?.addEventListener('change', changed)
  return () => asked?.removeEventListener('change', changed)
}

export const useSmallWindow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false)
