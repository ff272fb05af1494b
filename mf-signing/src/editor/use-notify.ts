import { useMemo, useRef } from 'react'
import type { NotificationType } from 'shared/state'
import { removeNotification, notify as showNotification } from 'shared/state'

export interface NotifyEditor {
  (type: NotificationType, message: string): void
  /** The cause is gone. */
  readonly clear: () => void
}

/** One message at a time: several would cover the signers. */
export const useNotify = (): NotifyEditor => {
  const shown = useRef<string>(undefined)
  return useMemo(() => {
    const clear = () => {
      if (shown.current !== undefined) removeNotification(shown.current)
    }
    const show = (type: NotificationType, message: string) => {
      shown.current = showNotification({ type, message }, shown.current)
    }
    return Object.assign(show, { clear })
  }, [])
}
