import X from 'lucide-react/icons/x'
import type { ReactElement, ReactNode, RefObject, SyntheticEvent } from 'react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../ui/actions/IconButton.tsx'
import tones from '../ui/feedback/tone.module.css'
import type { Tone } from '../ui/feedback/tone.tsx'
import { ToneIcon } from '../ui/feedback/tone.tsx'
import { cx } from '../ui/styles/cx.ts'
import styles from './Dialog.module.css'
import { DialogBody } from './DialogBody.tsx'
import { useHeldSize } from './use-held-size.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The main button comes last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  tone?: Tone
  closeOnBackdrop?: boolean
  /** False removes the close button and disables Esc. */
  closable?: boolean
  /** For content that is read before anything is done. Otherwise the first control has the focus. */
  startAtTitle?: boolean
  className?: string
}

/** Also closes on unmount: the browser then restores the focus. */
const useModal = (open: boolean): RefObject<HTMLDialogElement | null> => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    // jsdom lacks these methods.
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    return () => {
      if (dialog.close) dialog.close()
      else dialog.removeAttribute('open')
    }
  }, [open])
  return ref
}

/** Takes the focus when its element leaves the dialog, as the button of a form does that was sent. */
const useTitleFocus = (open: boolean, startAtTitle: boolean) => {
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef<Element>(undefined)
  const started = useRef(false)
  useEffect(() => {
    const lost = last.current?.isConnected === false && document.activeElement === document.body
    if (open && title.current && (lost || (startAtTitle && !started.current))) {
      // Not before: the browser starts a dialog at its first focusable element.
      title.current.tabIndex = -1
      title.current.focus()
    }
    started.current = open
  })
  return { title, last }
}

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
  startAtTitle = false,
  className,
}: DialogProps): ReactElement => {
  const id = useId()
  const ref = useModal(open)
  const { title: heading, last } = useTitleFocus(open, startAtTitle)
  const pressedBackdrop = useRef(false)
  const holdSize = useHeldSize()

  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A file input inside also fires `cancel`, which bubbles.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (closable) onClose()
  }
  // Pressing Esc twice closes a dialog without `cancel`.
  const onClosed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose()
  }
  const onClick = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (closeOnBackdrop && closable && pressedBackdrop.current && event.target === event.currentTarget) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard equivalent.
    <dialog
      ref={ref}
      className={cx(styles.dialog, styles[size], className)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onFocus={({ target }) => {
        last.current = target
      }}
      onCancel={onCancel}
      onClose={onClosed}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget
        holdSize(event.currentTarget)
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
              <h2 ref={heading} id={`${id}-title`}>
                {title}
              </h2>
              {description && (
                <p id={`${id}-description`} className={styles.description}>
                  {description}
                </p>
              )}
            </div>
          </header>
          {children && <DialogBody labelledBy={`${id}-title`}>{children}</DialogBody>}
          {footer && <footer className={styles.footer}>{footer}</footer>}
          {/* Last, so that the initial focus is in the content. */}
          {closable && <IconButton className={styles.close} label="Cerrar" icon={<X />} onClick={onClose} />}
        </div>
      )}
    </dialog>
  )
}
