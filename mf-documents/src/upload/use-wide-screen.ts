import { useSyncExternalStore } from 'react'
import { NO_PREVIEW_UP_TO_PX } from './constants.ts'

/** Excludes phones and tablets (coarse pointer). */
const WIDE = `(width > ${NO_PREVIEW_UP_TO_PX}px) and (not (pointer: coarse))`

const media = (): MediaQueryList | undefined => ('matchMedia' in globalThis ? matchMedia(WIDE) : undefined)

const follow = (tell: () => void) => {
  const list = media()
  list?.addEventListener('change', tell)
  return () => list?.removeEventListener('change', tell)
}

export const useWideScreen = (): boolean => useSyncExternalStore(follow, () => media()?.matches ?? false)
