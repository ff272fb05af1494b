import X from 'lucide-react/icons/x'
import type { CloseButtonProps, ToastContentProps } from 'react-toastify/unstyled'

export interface TimedNotification {
  readonly id: string
  readonly message: string
  readonly durationMs: number
  readonly announced?: boolean | undefined
  readonly onEnd: () => void
}

/**
 * The animation's end closes the notification. Screen readers ignore it.
 *
 * The library calls this as a function, so React keeps the elements of a replaced notification: the key starts the
 * timer again.
 */
export const withTimer = ({ id, message, durationMs, announced = true, onEnd }: TimedNotification) =>
  function NotificationContent({ isPaused, toastProps }: ToastContentProps) {
    return (
      <>
        <span aria-hidden={!announced || undefined}>{message}</span>
        {durationMs > 0 && (
          <span
            key={id}
            aria-hidden="true"
            className="toast-timer"
            style={{ animationDuration: `${durationMs}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
            onAnimationEnd={() => toastProps.isIn && onEnd()}
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
