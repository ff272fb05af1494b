import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Alert.module.css'
import type { Tone } from './tone.tsx'
import { ToneIcon } from './tone.tsx'

type AlertProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: Tone
  title?: ReactNode
  actions?: ReactNode
  /** Announcement when it appears; off for initial content. */
  live?: 'off' | 'polite' | 'assertive'
}

const roles = { off: undefined, polite: 'status', assertive: 'alert' } as const

export const Alert = ({
  tone = 'info',
  title,
  actions,
  live = 'off',
  className,
  children,
  ...rest
}: AlertProps): ReactElement => (
  <div role={roles[live]} {...rest} className={cx(styles.alert, styles[tone], className)}>
    <ToneIcon tone={tone} />
    <div className={styles.main}>
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  </div>
)
