import X from 'lucide-react/icons/x'
import type { CloseButtonProps, ToastContentProps } from 'react-toastify/unstyled'

/** The animation's end closes the notification. Screen readers ignore it. */
export const withTimer = (message: string, durationMs: number, announced = true) =>
  function NotificationContent({ closeToast, isPaused, toastProps }: ToastContentProps) {
    return (
      <>
        <span aria-hidden={!announced || undefined}>{message}</span>
        {durationMs > 0 && (
          <span
            aria-hidden="true"
            className="toast-timer"
            style={{ animationDuration: `${durationMs}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
            onAnimationEnd={() => toastProps.isIn && closeToast()}
          />
        )}
      </>
    )
  }

/** The library's button has an English label. */
export function CloseNotification({ closeToast }: Pick<CloseButtonProps, 'closeToast'>) {
  return (
    <button
      type="button"
      className="toast-close"
      aria-label="Cerrar notificación"
      onClick={(event) => {
        event.stopPropagation()
        closeToast(true)
      }}
    >
      <X size={18} aria-hidden="true" />
    </button>
  )
}
