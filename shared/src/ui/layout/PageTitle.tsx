import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './PageTitle.module.css'

type PageTitleProps = ComponentProps<'h1'> & {
  lead?: ReactNode
  actions?: ReactNode
}

export const PageTitle = ({ lead, actions, className, children, ...rest }: PageTitleProps): ReactElement => (
  <header className={cx(styles.header, className)}>
    <div>
      <h1 {...rest} className={styles.title}>
        {children}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </header>
)
