import { useEffect } from 'react'
import { href } from 'shared/contract'
import { Link } from 'shared/router'
import { buttonClass, PageTitle, Stroke } from 'shared/ui'
import { useFocusOnLateTitle } from '../page/page-change.ts'
import { notFoundTitle } from '../page/page-title.ts'
import styles from './NotFoundPage.module.css'

export default function NotFoundPage() {
  useFocusOnLateTitle()
  // The address may have a title, too.
  useEffect(() => {
    document.title = notFoundTitle
  }, [])
  return (
    <div className={styles.page}>
      <Stroke variant="flourish" writing="once" />
      <PageTitle lead="La dirección no existe o cambió de lugar.">Página no encontrada</PageTitle>
      <Link className={buttonClass('primary')} to={href.home()}>
        Volver al inicio
      </Link>
    </div>
  )
}
