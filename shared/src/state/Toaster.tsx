import { useEffect, useSyncExternalStore } from 'react'
import { currentToasts, loadToasts, onToasts } from './notifications.ts'

/** The first input preloads the toasts. */
const FIRST_INPUTS = ['pointerdown', 'keydown'] as const

/** The shell renders exactly one. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  useEffect(() => {
    const controller = new AbortController()
    const preload = () => {
      controller.abort()
      void loadToasts()
    }
    for (const input of FIRST_INPUTS)
      window.addEventListener(input, preload, { signal: controller.signal, passive: true })
    return () => controller.abort()
  }, [])
  return toasts ? <toasts.Toasts /> : null
}
