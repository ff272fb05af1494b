import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Badge.module.css'
import tones from './tone.module.css'
import type { Tone } from './tone.tsx'

/** A tone never stands alone: icon and word too. */
type Mark = { tone?: undefined; icon?: ReactNode } | { tone: Tone; icon: ReactNode }

type BadgeProps = ComponentProps<'span'> & Mark

export const Badge = ({ tone = 'neutral', icon, className, children, ...rest }: BadgeProps): ReactElement => (
  <span {...rest} className={cx(styles.badge, tones[tone], className)}>
    {icon}
    {children}
  </span>
)
