import { href } from 'shared/contract'
import { Link } from 'shared/router'
import styles from './GuestPage.module.css'
import type { GuestSession } from './session/guest-session.ts'

/** With an invitation's token, also shows the signer's own data. */
export function PrivacyLink({ entry }: Pick<GuestSession, 'entry'>) {
  return (
    <p className={styles.stepText}>
      <Link
        to={href.privacy() + (entry.kind === 'invitation' ? `#${entry.token}` : '')}
        target="_blank"
        rel="noreferrer"
      >
        Privacidad y tus datos
      </Link>
    </p>
  )
}
