import { href } from 'shared/contract'
import styles from './GuestPage.module.css'
import type { GuestSession } from './session/guest-session.ts'

/** Leads to what is recorded; with an invitation's token, also to the signer's own data. */
export function PrivacyLink({ entry }: Pick<GuestSession, 'entry'>) {
  return (
    <p className={styles.stepText}>
      <a
        href={href.privacy() + (entry.kind === 'invitation' ? `#${entry.token}` : '')}
        target="_blank"
        rel="noreferrer"
      >
        Privacidad y tus datos
      </a>
    </p>
  )
}
