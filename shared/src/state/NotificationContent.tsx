import X from 'lucide-react/icons/x'
import type { CloseButtonProps, ToastContentProps } from 'react-toastify/unstyled'

/**
 * The message, and the line that shrinks while it may be read. The line closes the notification when it has run out; it
 * says nothing to a screen reader.
 */
export const withTimer = (message: string, durationMs: number) =>
  function NotificationContent({ closeToast, isPaused, toastProps }: ToastContentProps) {
    return (
      <>
        <span>{message}</span>
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

/** In place of the library's own button, which speaks English. */
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
