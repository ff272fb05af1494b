import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react'
import styles from './Button.module.css'
import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

/** The look of a button, for what is a link by nature: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string => cx(styles.button, styles[variant], styles[size], className)

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** At work: ignores clicks, keeps focus and width. */
  busy?: boolean
  /** What it is doing meanwhile ('Enviando…'). */
  busyLabel?: string
}

/** The label's text, if it is text alone. */
const textOf = (node: ReactNode): string =>
  Array.isArray(node)
    ? node.map(textOf).join('')
    : typeof node === 'string' || typeof node === 'number'
      ? `${node}`
      : ''

/**
 * A button. While `busy` it says `busyLabel`, refuses clicks (and so a form's submission) without losing focus, and
 * keeps its width: an invisible copy of the other label holds the space.
 */
export const Button = ({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement => {
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  const saysBusy = busy && busyLabel !== undefined
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={click}
    >
      {icon}
      <span className={styles.label} data-other={saysBusy ? textOf(children) : busyLabel}>
        {saysBusy ? busyLabel : children}
      </span>
    </button>
  )
}
