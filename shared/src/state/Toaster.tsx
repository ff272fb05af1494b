import { useEffect, useSyncExternalStore } from 'react'
import { currentToasts, loadToasts, onToasts } from './notifications.ts'

/** What people do before there is something to tell them: what shows it is then fetched, so that it is there in time. */
const BEGINNINGS = ['pointerdown', 'keydown'] as const

/** Where notifications appear. The shell shows exactly one. */
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
