import X from 'lucide-react/icons/x'
import type { ReactElement, ReactNode, RefObject, SyntheticEvent } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import tones from '../ui/tone.module.css'
import type { Tone } from '../ui/tone.tsx'
import { ToneIcon } from '../ui/tone.tsx'
import styles from './Dialog.module.css'

export type DialogProps = {
  open: boolean
  /** Asked to close (Esc, the cross, the backdrop); it closes once `open` is false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** Shows the tone's icon beside the title. */
  tone?: Tone
  /** A click beside the dialog asks to close it. */
  closeOnBackdrop?: boolean
  /** False while it must not be left: no cross, and Esc does nothing. */
  closable?: boolean
  className?: string
}

/**
 * Keeps a native dialog as open as `open` says. Closing also happens when the component leaves the page, so that the
 * platform gives the focus back to where it was.
 */
const useModal = (open: boolean): RefObject<HTMLDialogElement | null> => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    // jsdom knows the element and not its methods.
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    return () => {
      if (dialog.close) dialog.close()
      else dialog.removeAttribute('open')
    }
  }, [open])
  return ref
}

/** A modal dialog on the platform's own element; on narrow screens a sheet from below. */
export const Dialog = ({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  tone,
  closeOnBackdrop = false,
  closable = true,
  className,
}: DialogProps): ReactElement => {
  const id = useId()
  const ref = useModal(open)
  const pressedBackdrop = useRef(false)

  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A file input inside sends a `cancel` of its own, which bubbles.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (closable) onClose()
  }
  // A browser may close a dialog without asking, when Esc is pressed twice.
  const onClosed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose()
  }
  const onClick = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (closeOnBackdrop && closable && pressedBackdrop.current && event.target === event.currentTarget) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does what the click on the backdrop does.
    <dialog
      ref={ref}
      className={cx(styles.dialog, styles[size], className)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={onCancel}
      onClose={onClosed}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget
      }}
      onClick={onClick}
    >
      {open && (
        <div className={styles.sheet}>
          <header className={styles.header}>
            {tone && (
              <span className={cx(styles.mark, tones[tone])}>
                <ToneIcon tone={tone} />
              </span>
            )}
            <div className={styles.titles}>
              <h2 id={`${id}-title`}>{title}</h2>
              {description && (
                <p id={`${id}-description`} className={styles.description}>
                  {description}
                </p>
              )}
            </div>
          </header>
          {children && <div className={styles.body}>{children}</div>}
          {footer && <footer className={styles.footer}>{footer}</footer>}
          {/* Last in order, so that the focus starts inside the dialog's own content. */}
          {closable && <IconButton className={styles.close} label="Cerrar" icon={<X />} onClick={onClose} />}
        </div>
      )}
    </dialog>
  )
}
