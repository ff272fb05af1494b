import ChevronDown from 'lucide-react/icons/chevron-down'
import type { User } from 'shared/contract'
import { href } from 'shared/contract'
import { Link } from 'shared/router'
import { displayName, logOut } from 'shared/state'
import { buttonClass, cx } from 'shared/ui'
import styles from './Header.module.css'

const MENU_ID = 'menu-usuario'

/** On narrow screens part of the menu. */
export function UserMenu({ user }: { readonly user: User }) {
  const name = displayName(user)
  return (
    <div className={styles.user}>
      <button type="button" className={buttonClass('ghost', 'md', styles.userButton)} popoverTarget={MENU_ID}>
        <span aria-hidden="true" className={styles.initial}>
          {name.slice(0, 1).toLocaleUpperCase('es-CR')}
        </span>
        <span className={styles.userName}>{name}</span>
        <ChevronDown />
      </button>
      <div id={MENU_ID} popover="auto" className={styles.userMenu}>
        <div className={styles.who}>
          <p className={styles.whoName}>{name}</p>
          <p className={styles.whoEmail}>{user.email}</p>
        </div>
        <Link className={cx(styles.item, styles.twin)} to={href.dashboard()}>
          Dashboard
        </Link>
        <Link className={styles.item} to={href.profile()}>
          Mi Perfil
        </Link>
        <button type="button" className={styles.item} onClick={() => void logOut()}>
          Cerrar Sesión
        </button>
      </div>
    </div>
  )
}
