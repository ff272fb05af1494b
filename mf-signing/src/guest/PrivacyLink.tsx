import { href } from 'shared/contract'
import { Link } from 'shared/router'
import styles from './GuestPage.module.css'

/** With an invitation's token, also shows the person's own data. */
export function PrivacyLink({ token }: { readonly token: string | undefined }) {
  return (
    <p className={styles.stepText}>
      <Link to={href.privacy() + (token === undefined ? '' : `#${token}`)} target="_blank" rel="noreferrer">
        Privacidad y tus datos
      </Link>
    </p>
  )
}
