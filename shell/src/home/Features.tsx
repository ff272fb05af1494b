import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Stroke } from 'shared/ui'
import styles from './Features.module.css'

function Feature({
  picture,
  title,
  children,
}: {
  readonly picture: ReactNode
  readonly title: string
  readonly children: string
}) {
  return (
    <li className={styles.card}>
      <div className={styles.picture} aria-hidden="true">
        {picture}
      </div>
      <h3 className={styles.name}>{title}</h3>
      <p className={styles.text}>{children}</p>
    </li>
  )
}

const invitation = (
  <div className={styles.mail}>
    <span className={styles.from}>
      <i>E</i> Elena Rojas Mora
    </span>
    <span className={styles.subject}>Te invito a firmar «Contrato de arrendamiento»</span>
    <span className={styles.open}>Abrir y firmar</span>
  </div>
)

const devices = (
  <div className={styles.devices}>
    <span className={styles.laptop}>
      <span className={styles.page}>
        <Stroke variant="flourish" />
      </span>
    </span>
    <span className={styles.phone}>
      <Stroke variant="flourish" />
    </span>
  </div>
)

const verification = (
  <ul className={styles.checks}>
    {['Firma válida', 'Sello de tiempo verificado', 'Sin cambios después de firmar'].map((line) => (
      <li key={line}>
        <Check /> {line}
      </li>
    ))}
  </ul>
)

export function Features() {
  return (
    <section className={styles.features} id="como-funciona" aria-labelledby="como-funciona-titulo">
      <h2 className={styles.title} id="como-funciona-titulo">
        Firmar no debería ser un trámite
      </h2>
      <ul className={styles.cards}>
        <Feature picture={invitation} title="Menos de 2 minutos">
          Abrir el enlace del correo, leer y dibujar la firma: tres pasos tranquilos, sin cuenta ni contraseña para
          quien firma.
        </Feature>
        <Feature picture={devices} title="Multi-dispositivo">
          Teléfono, tableta o computadora: el mismo documento en el navegador, sin instalar nada.
        </Feature>
        <Feature picture={verification} title="Seguridad certificada">
          Cada firma lleva el certificado de quien firmó y un sello de tiempo, dentro del propio PDF. Cualquier cambio
          posterior se detecta.
        </Feature>
      </ul>
    </section>
  )
}
