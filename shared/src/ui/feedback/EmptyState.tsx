import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Stroke } from '../brand/Stroke.tsx'
import { cx } from '../styles/cx.ts'
import styles from './EmptyState.module.css'

type EmptyStateProps = Omit<ComponentProps<'div'>, 'title'> & {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** Defaults to the stroke. */
  art?: ReactNode
  level?: 1 | 2 | 3
}

export const EmptyState = ({
  title,
  text,
  action,
  art = <Stroke variant="flourish" />,
  level = 2,
  className,
  ...rest
}: EmptyStateProps): ReactElement => {
  const Heading = `h${level}` as const
  return (
    <div {...rest} className={cx(styles.empty, className)}>
      {art}
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
