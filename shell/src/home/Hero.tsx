import { Stroke } from 'shared/ui'
import styles from './Hero.module.css'
import { ProductPicture } from './ProductPicture.tsx'
import { StartLink } from './StartLink.tsx'

export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.title}>
          Un {/* Outside, screen readers would read a space before the comma. */}
          <span className={styles.stroked}>
            trazo,
            <Stroke writing="once" className={styles.stroke} />
          </span>{' '}
          y queda firmado.
        </h1>
        <p className={styles.lead}>
          Sube un PDF, marca dónde va cada firma e invita por correo. Quien recibe la invitación firma desde su
          teléfono, sin crear una cuenta, y el documento queda con firmas que cualquiera puede verificar.
        </p>
        <div className={styles.actions}>
          <StartLink />
          <a className={styles.more} href="#como-funciona">
            Ver cómo funciona
          </a>
        </div>
      </div>
      <ProductPicture />
    </section>
  )
}
