import { useEffect, useSyncExternalStore } from 'react'
import { currentToasts, loadToasts, onToasts } from './notifications.ts'

/** Preloads the toasts at the first input, before one is needed. */
const BEGINNINGS = ['pointerdown', 'keydown'] as const

/** The shell renders exactly one. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  useEffect(() => {
    const controller = new AbortController()
    const begin = () => {
      controller.abort()
      void loadToasts()
    }
    for (const beginning of BEGINNINGS)
      window.addEventListener(beginning, begin, { signal: controller.signal, passive: true })
    return () => controller.abort()
  }, [])
  return toasts ? <toasts.Toasts /> : null
}
