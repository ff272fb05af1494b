import { useCallback, useRef } from 'react'
import type { NotificationType } from 'shared/state'
import { removeNotification, notify as showNotification } from 'shared/state'

export type Notify = (type: NotificationType, message: string) => void

/** One message at a time: several would cover the signers. */
export const useNotify = (): Notify => {
  const shown = useRef<string>(undefined)
  return useCallback((type, message) => {
    if (shown.current !== undefined) removeNotification(shown.current)
    shown.current = showNotification({ type, message })
  }, [])
}
