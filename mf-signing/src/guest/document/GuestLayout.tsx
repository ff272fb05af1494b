import type { ReactNode } from 'react'
import { Badge, CheckIcon, cx } from 'shared/ui'
import { guestTexts } from '../constants.ts'
import styles from '../GuestPage.module.css'

export interface GuestLayoutProps {
  readonly documentId: number
  readonly documentName: string
  /** Badge of an earlier act. */
  readonly done: string | undefined
  readonly ask: string | undefined
  /** The sending that the document is a part of. */
  readonly sending?: ReactNode
  readonly children: ReactNode
  readonly aside: ReactNode
  readonly asideHidden: boolean
  readonly form?: ReactNode
  readonly action?: ReactNode
}

export function GuestLayout(props: GuestLayoutProps) {
  const { documentId, documentName, done, ask, sending, children, aside, asideHidden, form, action } = props
  return (
    <>
      <header className={styles.header}>
        <p className={styles.eyebrow} title={`ID ${documentId}`}>
          {guestTexts.heading}
        </p>
        <h1 className={styles.name}>{documentName}</h1>
        {done && (
          <Badge tone="success" icon={<CheckIcon />}>
            {done}
          </Badge>
        )}
        {(ask || sending) && (
          <div className={styles.under}>
            {ask && <p className={styles.owner}>{ask}</p>}
            {sending}
          </div>
        )}
      </header>
      <div className={styles.document}>{children}</div>
      <aside className={cx(styles.aside, asideHidden && styles.asideHidden)}>{aside}</aside>
      {action && (
        <div className={styles.action}>
          {form}
          {action}
        </div>
      )}
    </>
  )
}
