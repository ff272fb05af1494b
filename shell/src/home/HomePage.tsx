import { href } from 'shared/contract'
import { Link, useLocation } from 'shared/router'
import { Badge, CheckIcon, Stroke } from 'shared/ui'
import { useFocusOnLateTitle } from '../page/page-change.ts'
import { Features } from './Features.tsx'
import { Figures } from './Figures.tsx'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'
import { StartLink } from './StartLink.tsx'

/** Guests come here ten seconds after they signed. */
function SignedNotice() {
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

const hasJustSigned = (state: unknown): boolean => typeof state === 'object' && state !== null && 'signed' in state

export default function HomePage() {
  useFocusOnLateTitle()
  const state: unknown = useLocation().state
  return (
    <div className={styles.page}>
      {hasJustSigned(state) && <SignedNotice />}
      <Hero />
      <Figures />
      <Features />
      <CallToAction />
      <p className={styles.note}>
        Las firmas de Trazo son firmas electrónicas en formato PAdES, con certificados de la propia plataforma. No son
        firma digital certificada según la Ley 8454.
      </p>
      <p className={styles.note}>
        ¿Te llegó un PDF firmado? <Link to={href.verify()}>Verifica sus firmas</Link>: el archivo no sale de tu
        dispositivo.
      </p>
    </div>
  )
}

function CallToAction() {
  return (
    <section className={styles.call} aria-labelledby="empezar">
      <h2 className={styles.callTitle} id="empezar">
        ¿Qué documento espera tu firma?
      </h2>
      <p className={styles.callText}>Súbelo y envía la primera invitación hoy mismo.</p>
      <StartLink />
      <Stroke variant="flourish" className={styles.callStroke} />
    </section>
  )
}
