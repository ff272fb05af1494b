import { useEffect, useSyncExternalStore } from 'react'
import { isSigningPath } from '../contract/index.ts'
import { Alert } from '../ui/feedback/Alert.tsx'
import { currentToasts, loadToasts, onToasts, unshownNotification } from './notifications.ts'

/** They preload the toasts, if idle time did not. */
const FIRST_INPUTS = ['pointerdown', 'keydown'] as const

/** Below the header; clicks reach what lies under it. */
const PLAIN = { position: 'fixed', inset: '64px 16px auto', zIndex: 1, pointerEvents: 'none' } as const

/** The shell renders exactly one. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const unshown = useSyncExternalStore(onToasts, unshownNotification)
  useEffect(() => {
    const controller = new AbortController()
    const preload = () => {
      controller.abort()
      void loadToasts()
    }
    for (const input of FIRST_INPUTS)
      window.addEventListener(input, preload, { signal: controller.signal, passive: true })
    // The guest page loads them after its first picture.
    if (!isSigningPath(location.pathname)) (window.requestIdleCallback ?? setTimeout)(preload)
    return () => controller.abort()
  }, [])
  if (toasts) return <toasts.ToastList />
  return unshown ? (
    <Alert tone={unshown.type} live="assertive" style={PLAIN}>
      {unshown.message}
    </Alert>
  ) : null
}
