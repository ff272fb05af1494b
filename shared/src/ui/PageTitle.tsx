import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './PageTitle.module.css'

export type PageTitleProps = ComponentProps<'h1'> & {
  /** A sentence below the title. */
  lead?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
}

/** The page's one `h1`, in the display face. Native props go to the heading. */
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
