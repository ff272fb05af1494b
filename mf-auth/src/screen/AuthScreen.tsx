import type { ReactNode, SubmitEventHandler } from 'react'
import { PageTitle, Surface } from 'shared/ui'
import styles from './AuthScreen.module.css'
import { SignedSheet } from './SignedSheet.tsx'

export interface AuthScreenProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
  readonly footer: ReactNode
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>
}

export function AuthScreen({ title, lead, children, footer, onSubmit }: AuthScreenProps) {
  return (
    <div className={styles.screen}>
      <Surface as="section" padding="lg" className={styles.sheet}>
        <PageTitle lead={lead}>{title}</PageTitle>
        {/* Disables the browser's messages; ours appear one at a time. */}
        <form className={styles.form} onSubmit={onSubmit} noValidate>
          {children}
        </form>
        <div className={styles.footer}>{footer}</div>
      </Surface>
      <SignedSheet className={styles.picture} />
    </div>
  )
}
