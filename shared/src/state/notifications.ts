import { toast } from 'react-toastify/unstyled'
import { withTimer } from './NotificationContent.tsx'

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

/**
 * Errors and warnings interrupt a screen reader. The others wait their turn: the region that all notifications stand in
 * is announced politely, so they need no live role of their own, which would have them read twice.
 */
const roleOf = (type: NotificationType) => (type === 'error' || type === 'warning' ? 'alert' : 'group')

/** Shows a notification and answers its id. */
export const notify = ({ message, type, duration = DEFAULT_NOTIFICATION_MS }: Notification): string => {
  // The library closes by its own progress bar, which a screen reader would read in English: ours takes its place.
  const id = toast(withTimer(message, duration), {
    type,
    role: roleOf(type),
    autoClose: duration > 0 ? duration : false,
    customProgressBar: true,
  })
  return String(id)
}

export const removeNotification = (id: string): void => toast.dismiss(id)
export const clearNotifications = (): void => toast.dismiss()
