import { toast } from 'react-toastify/unstyled'

export type NotificationType = 'success' | 'error' | 'warning' | 'info'

export interface Notification {
  readonly message: string
  readonly type: NotificationType
  /** Milliseconds; 0 or less makes it persist. */
  readonly duration?: number
}

/** Milliseconds that a notification stays when nothing else is said. */
export const DEFAULT_NOTIFICATION_MS = 5000
/** Milliseconds of the fade at the end. */
export const NOTIFICATION_FADE_MS = 300

/** Errors and warnings interrupt a screen reader, the others wait their turn. */
const roleOf = (type: NotificationType) => (type === 'error' || type === 'warning' ? 'alert' : 'status')

/** Shows a notification and answers its id. */
export const notify = ({ message, type, duration = DEFAULT_NOTIFICATION_MS }: Notification): string => {
  const id = toast(message, {
    type,
    role: roleOf(type),
    autoClose: duration > 0 ? duration : false,
    hideProgressBar: duration <= 0,
  })
  return String(id)
}

export const removeNotification = (id: string): void => toast.dismiss(id)
export const clearNotifications = (): void => toast.dismiss()
