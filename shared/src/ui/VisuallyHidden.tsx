import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'
import styles from './VisuallyHidden.module.css'

/** Read aloud, not seen. */
export const VisuallyHidden = ({ className, ...rest }: ComponentProps<'span'>): ReactElement => (
  <span {...rest} className={cx(styles.hidden, className)} />
)
