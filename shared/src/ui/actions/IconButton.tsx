import type { ReactElement, ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import type { ButtonProps } from './Button.tsx'
import { buttonClass } from './Button.tsx'
import styles from './IconButton.module.css'

export type IconButtonProps = Omit<ButtonProps, 'busy' | 'busyLabel' | 'children' | 'icon'> & {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
}

/** A toggle if `aria-pressed` is set. */
export const IconButton = ({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps): ReactElement => (
  <button
    title={label}
    {...rest}
    type={type}
    aria-label={label}
    className={buttonClass(
      variant,
      size,
      cx(styles.square, styles[size], variant === 'ghost' && styles.quiet, className),
    )}
  >
    {icon}
  </button>
)
