import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import { CloseNotification, withTimer } from './NotificationContent.tsx'
import type { Notification, NotificationType } from './notification.ts'
import { useTheme } from './theme.ts'
import './toaster.css'

const DEFAULT_NOTIFICATION_MS = 5000
const FADE_MS = 300

const Fade = cssTransition({
  enter: 'toast-enter',
  exit: 'toast-exit',
  collapse: true,
  collapseDuration: FADE_MS,
})

export function Toasts() {
  const theme = useTheme()
  return (
    <ToastContainer
      aria-label="Notificaciones"
      position="bottom-left"
      theme={theme}
      transition={Fade}
      closeButton={CloseNotification}
      newestOnTop
      closeOnClick={false}
      pauseOnFocusLoss
      pauseOnHover
      limit={4}
    />
  )
}

/**
 * Errors and warnings interrupt a screen reader. The container is a polite
 * live region.
 */
const liveRoleOf = (type: NotificationType) => (type === 'error' || type === 'warning' ? 'alert' : 'group')

export const showToast = (id: string, { message, type, duration = DEFAULT_NOTIFICATION_MS }: Notification): void => {
  // The library's progress bar has an English label.
  toast(withTimer(message, duration), {
    toastId: id,
    type,
    role: liveRoleOf(type),
    autoClose: duration > 0 ? duration : false,
    customProgressBar: true,
  })
}

export const dismissToast = (id?: string): void => toast.dismiss(id)
