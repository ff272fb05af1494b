import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './VisuallyHidden.module.css'

export const VisuallyHidden = ({ className, ...rest }: ComponentProps<'span'>): ReactElement => (
  <span {...rest} className={cx(styles.hidden, className)} />
)
