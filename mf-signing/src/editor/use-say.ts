import { useCallback, useRef } from 'react'
import type { NotificationType } from 'shared/state'
import { notify, removeNotification } from 'shared/state'

export type Say = (type: NotificationType, message: string) => void

/** One message at a time, so that none covers the signers. */
export const useSay = (): Say => {
  const shown = useRef<string>(undefined)
  return useCallback((type, message) => {
    if (shown.current !== undefined) removeNotification(shown.current)
    shown.current = notify({ type, message })
  }, [])
}
