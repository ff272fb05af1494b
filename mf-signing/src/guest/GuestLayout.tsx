import type { ReactNode } from 'react'
import { cx } from 'shared/ui'
import { guestTexts } from './constants.ts'
import styles from './GuestPage.module.css'

export interface GuestLayoutProps {
  readonly documentId: number
  readonly documentName: string
  /** Who asks, when that is known. */
  readonly ownerName: string | undefined
  /** The document. */
  readonly children: ReactNode
  /** Beside the document; above the action on a phone. */
  readonly aside: ReactNode
  /** On a phone the document gets the room of `aside`. */
  readonly asideAway: boolean
  /** What to do now: always in reach of the thumb. */
  readonly action?: ReactNode
}

/** Header, document, and what to do: two columns on a desk, one screen in the hand. */
export function GuestLayout(props: GuestLayoutProps) {
  const { documentId, documentName, ownerName, children, aside, asideAway, action } = props
  return (
    <>
      <header className={styles.header}>
        <p className={styles.eyebrow}>
          {guestTexts.heading} <span className={styles.id}>ID {documentId}</span>
        </p>
        <h1 className={styles.name}>{documentName}</h1>
        {ownerName && <p className={styles.owner}>{ownerName} te pide tu firma.</p>}
      </header>
      <div className={styles.document}>{children}</div>
      <aside className={cx(styles.aside, asideAway && styles.asideAway)}>{aside}</aside>
      {action && <div className={styles.action}>{action}</div>}
    </>
  )
}
