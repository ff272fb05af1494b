import { useEffect, useEffectEvent, useRef } from 'react'
import { type Notification, notify, removeNotification } from 'shared/state'

/** A form has one notification, until its cause is corrected. */
export const useOneNotification = (hasErrors: boolean) => {
  const shown = useRef<string>(undefined)
  const show = (notification: Notification) => {
    shown.current = notify(notification, shown.current)
  }
  const hide = () => {
    if (shown.current !== undefined) removeNotification(shown.current)
    shown.current = undefined
  }
  const onErrors = useEffectEvent(hide)
  useEffect(() => {
    if (!hasErrors) onErrors()
  }, [hasErrors])
  return { show, hide }
}
