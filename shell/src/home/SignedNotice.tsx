import { Badge, CheckIcon, Stroke } from 'shared/ui'
import styles from './Home.module.css'

/** Guests come here ten seconds after they signed. */
export function SignedNotice() {
  return (
    <section className={styles.signed} aria-labelledby="firmado">
      <Stroke variant="flourish" writing="once" className={styles.signedStroke} />
      <Badge tone="success" icon={<CheckIcon />}>
        Firmado
      </Badge>
      <h2 className={styles.callTitle} id="firmado">
        Listo: tu firma ya está en el documento.
      </h2>
      <p className={styles.callText}>
        Puedes cerrar esta página. Para leer o descargar el documento, abre de nuevo el mismo enlace.
      </p>
    </section>
  )
}
