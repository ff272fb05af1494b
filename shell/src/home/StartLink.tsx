import { href } from 'shared/contract'
import { Link } from 'shared/router'
import { useSession } from 'shared/state'
import { buttonClass } from 'shared/ui'
import styles from './Home.module.css'

export function StartLink() {
  const authenticated = useSession().kind === 'authenticated'
  return (
    <Link
      className={buttonClass('primary', 'md', styles.start)}
      to={authenticated ? href.dashboard() : href.register()}
    >
      {authenticated ? 'Ir a mis documentos' : 'Crear una cuenta'}
    </Link>
  )
}
