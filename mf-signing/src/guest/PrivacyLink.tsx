import { href } from 'shared/contract'
import styles from './GuestPage.module.css'
import type { Visit } from './guest-visit.ts'

/** Leads to what is recorded; with an invitation's token, also to the signer's own data. */
export function PrivacyLink({ way }: Pick<Visit, 'way'>) {
  return (
    <p className={styles.stepText}>
      <a href={href.privacy() + (way.kind === 'invitation' ? `#${way.token}` : '')} target="_blank" rel="noreferrer">
        Privacidad y tus datos
      </a>
    </p>
  )
}
