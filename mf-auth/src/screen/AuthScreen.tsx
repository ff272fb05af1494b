import type { ReactNode, SubmitEventHandler } from 'react'
import { PageTitle, Surface } from 'shared/ui'
import styles from './AuthScreen.module.css'
import { SignedSheet } from './SignedSheet.tsx'

export interface AuthScreenProps {
  readonly title: string
  readonly lead: string
  /** Fields and the one button. */
  readonly children: ReactNode
  /** The ways to the neighbouring screens. */
  readonly footer: ReactNode
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>
}

/** Frame of every account form: the form on its sheet and, where there is room, a document being signed. */
export function AuthScreen({ title, lead, children, footer, onSubmit }: AuthScreenProps) {
  return (
    <div className={styles.screen}>
      <Surface as="section" padding="lg" className={styles.sheet}>
        <PageTitle lead={lead}>{title}</PageTitle>
        {/* The messages are ours, and one at a time: the browser's own bubbles stay out of it. */}
        <form className={styles.form} onSubmit={onSubmit} noValidate>
          {children}
        </form>
        <div className={styles.footer}>{footer}</div>
      </Surface>
      <SignedSheet className={styles.picture} />
    </div>
  )
}
