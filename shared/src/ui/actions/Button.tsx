import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Button.module.css'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'md' | 'sm'

/** For links: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string => cx(styles.button, styles[variant], styles[size], className)

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Ignores clicks; keeps focus and width. */
  busy?: boolean
  busyLabel?: string
}

const plainText = (node: ReactNode): string =>
  Array.isArray(node)
    ? node.map(plainText).join('')
    : typeof node === 'string' || typeof node === 'number'
      ? `${node}`
      : ''

/** While `busy`, ignores clicks: a form does not submit. */
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
      <span className={styles.label} data-other={saysBusy ? plainText(children) : busyLabel}>
        {saysBusy ? busyLabel : children}
      </span>
    </button>
  )
}
