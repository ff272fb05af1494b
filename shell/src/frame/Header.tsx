import ChevronDown from 'lucide-react/icons/chevron-down'
import Menu from 'lucide-react/icons/menu'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { Suspense, useEffect, useRef } from 'react'
import type { User } from 'shared/contract'
import { href, isSigningPath } from 'shared/contract'
import { Link, NavLink, useLocation } from 'shared/router'
import type { Session } from 'shared/state'
import { displayName, logOut, toggleTheme, useSession, useTheme } from 'shared/state'
import { buttonClass, cx, IconButton, Logo } from 'shared/ui'
import { LazyExternalRemoteItems } from '../external-remotes/lazy-external-remotes.tsx'
import { hasExternalRemotes, useStartRegistry } from '../registry/StartRegistry.tsx'
import { admitToRoute } from '../session/admit.ts'
import styles from './Header.module.css'

const MENU_ID = 'menu-usuario'

/** On narrow screens part of the menu. */
function UserMenu({ user }: { readonly user: User }) {
  const name = displayName(user)
  return (
    <div>
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

const NAV_ID = 'menu-principal'

const useMenusThatClose = (session: Session['kind']) => {
  const { key } = useLocation()
  const header = useRef<HTMLElement>(null)
  // Both dependencies are triggers only.
  useEffect(() => {
    for (const menu of header.current?.querySelectorAll<HTMLElement>('[popover]') ?? []) menu.hidePopover?.()
  }, [key, session])
  return header
}

function Account({ session }: { readonly session: Session }) {
  if (session.kind === 'authenticated') return <UserMenu user={session.user} />
  if (session.kind === 'restoring') return null
  return (
    <>
      <Link className={buttonClass('ghost', 'md', styles.login)} to={href.login()}>
        Iniciar sesión
      </Link>
      <Link className={buttonClass('primary', 'md')} to={href.register()}>
        Registrarse
      </Link>
    </>
  )
}

function ThemeToggle() {
  const dark = useTheme() === 'dark'
  return (
    <IconButton
      className={styles.quiet}
      label={dark ? 'Cambiar al tema claro' : 'Cambiar al tema oscuro'}
      icon={dark ? <Sun /> : <Moon />}
      onClick={toggleTheme}
    />
  )
}

/**
 * Signing pages hide the account links, and 'Inicio' ends the session.
 * Their logo is no link.
 */
export function Header() {
  const { pathname } = useLocation()
  const session = useSession()
  const signing = isSigningPath(pathname)
  const remotes = useStartRegistry() ?? {}
  const header = useMenusThatClose(session.kind)
  return (
    <header ref={header} className={styles.header}>
      <div className={styles.bar}>
        {signing ? (
          <Logo className={styles.logo} />
        ) : (
          <Link className={styles.brand} to={href.home()} aria-label="Trazo, ir al inicio">
            <Logo className={styles.logo} />
          </Link>
        )}
        <nav id={NAV_ID} popover="auto" className={styles.nav} aria-label="Principal">
          <NavLink className={styles.item} to={href.home()} end onClick={signing ? () => void logOut() : undefined}>
            Inicio
          </NavLink>
          {!signing && session.kind === 'authenticated' && (
            <NavLink className={styles.item} to={href.dashboard()}>
              Dashboard
            </NavLink>
          )}
          {!signing && hasExternalRemotes(remotes) && (
            <Suspense fallback={null}>
              <LazyExternalRemoteItems remotes={remotes} className={styles.item} admits={admitToRoute} />
            </Suspense>
          )}
          {!signing && (
            <div className={styles.account}>
              <Account session={session} />
            </div>
          )}
        </nav>
        <ThemeToggle />
        <button
          type="button"
          className={buttonClass('ghost', 'md', styles.burger)}
          popoverTarget={NAV_ID}
          aria-label="Menú"
        >
          <Menu />
        </button>
      </div>
    </header>
  )
}
