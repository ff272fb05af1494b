import { useEffect, useState } from 'react'
import { href } from 'shared/contract'
import { Link, useLocation } from 'shared/router'
import { keepSignedDownload, keptSignedDownload, useSession } from 'shared/state'
import { Button, buttonClass, Stroke } from 'shared/ui'
import { useFocusOnLateTitle } from '../page/page-change.ts'
import { Features } from './Features.tsx'
import styles from './Home.module.css'
import { ProductPicture } from './ProductPicture.tsx'

function Hero() {
  return (
    <section className={styles.hero}>
      <div>
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

/** Of the specification. */
const figures = [
  { value: '10K+', label: 'documentos firmados' },
  { value: '99.9%', label: 'uptime' },
  { value: '24/7', label: 'soporte' },
]

function Figures() {
  return (
    <section className={styles.figures} aria-label="Trazo en cifras">
      <dl className={styles.figureList}>
        {figures.map(({ value, label }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sample}>Cifras de muestra.</p>
    </section>
  )
}

function StartLink() {
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

function SignedDownloadButton({ download }: { readonly download: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download()
    setBusy(false)
  }
  return (
    <Button variant="primary" busy={busy} busyLabel="Descargando…" onClick={() => void save()}>
      Descargar el documento firmado
    </Button>
  )
}

/** Guests come here ten seconds after they signed. */
function SignedNotice() {
  // A reload loses it.
  const [download] = useState(() => keptSignedDownload())
  useEffect(() => () => keepSignedDownload(undefined), [])
  return (
    <section className={styles.signed} aria-labelledby="firmado">
      <Stroke variant="flourish" writing="once" className={styles.signedStroke} />
      <h2 className={styles.callTitle} id="firmado">
        Listo: tu firma ya está en el documento.
      </h2>
      <p className={styles.callText}>
        Puedes cerrar esta página. Para leer o descargar el documento, abre de nuevo el mismo enlace.
      </p>
      {download && <SignedDownloadButton download={download} />}
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
