import { cssTransition, ToastContainer } from 'react-toastify/unstyled'
import { CloseNotification } from './NotificationContent.tsx'
import { NOTIFICATION_FADE_MS } from './notifications.ts'
import { useTheme } from './theme.ts'
import './toaster.css'

const Fade = cssTransition({
  enter: 'toast-enter',
  exit: 'toast-exit',
  collapse: true,
  collapseDuration: NOTIFICATION_FADE_MS,
})

/** Where notifications appear. The shell shows exactly one. */
export function Toaster() {
  const theme = useTheme()
  return (
    <ToastContainer
      aria-label="Notificaciones"
      position="top-right"
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
