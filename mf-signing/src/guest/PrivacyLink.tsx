import { href } from 'shared/contract'
import { Link } from 'shared/router'
import styles from './GuestPage.module.css'
import { isAccountLink } from './next/account-link.ts'

/** With a mailed token, also shows the person's own data. The link of an account has a dot, and shows only the page. */
export function PrivacyLink({ token }: { readonly token: string | undefined }) {
  return (
    <p className={styles.stepText}>
      <Link
        to={href.privacy() + (token === undefined || isAccountLink(token) ? '' : `#${token}`)}
        target="_blank"
        rel="noreferrer"
      >
        Privacidad y tus datos
      </Link>
    </p>
  )
}
