import type { ReactNode } from 'react'
import { href, PRODUCT } from 'shared/contract'
import { Link, useLocation } from 'shared/router'
import { PageTitle, Surface } from 'shared/ui'
import { useRetention } from '../personal-data/use-retention.ts'
import styles from './PrivacyPage.module.css'
import { recordedData } from './recorded.ts'
import { SignerData } from './SignerData.tsx'

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

function Part({ title, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Recorded() {
  return (
    <dl className={styles.recorded}>
      {recordedData.map(({ what, why }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{why}</dd>
        </div>
      ))}
    </dl>
  )
}

function HowLong({ retention }: { readonly retention: string | undefined }) {
  const period = retention ?? 'el plazo que configuró quien administra este sitio'
  return (
    <Part title="Cuánto tiempo">
      <p>
        Mientras exista el documento o la cuenta. Al eliminarlos dejan de estar disponibles de inmediato, y a los{' '}
        <strong>{period}</strong> se borran los archivos, nombres, correos, direcciones y el detalle del registro.
      </p>
      <p>
        Después queda una constancia sin datos de personas: huellas (SHA-256) y fechas, que prueban que el documento
        existió. El registro de seguridad de una cuenta guarda el último año.
      </p>
      <p>
        Las copias de seguridad y los registros técnicos del servidor vencen en su propio plazo, que fija quien
        administra este sitio. Hasta entonces pueden tener lo que ya se borró aquí.
      </p>
      <p>Lo que está dentro de un PDF firmado sigue en ese PDF, en manos de quienes lo descargaron.</p>
    </Part>
  )
}

function Rights() {
  return (
    <Part title="Tus derechos (Ley 8968)">
      <p>
        La Ley 8968 de Protección de la Persona frente al Tratamiento de sus Datos Personales te da derecho a saber qué
        hay sobre ti, a recibir una copia, a corregirlo y a pedir que se borre cuando la ley lo permite.
      </p>
      <ul>
        <li>
          <strong>Con cuenta:</strong> en <Link to={`${href.profile()}?tab=security`}>Mi Perfil, Seguridad</Link>{' '}
          descargas todos tus datos o eliminas la cuenta; en Datos los corriges.
        </li>
        <li>
          <strong>Invitado a firmar:</strong> abre esta página con «Privacidad y tus datos» desde tu enlace de firma.
          Ahí descargas tu copia o pides que te borren. Si no has firmado, te borramos en el momento. Si ya firmaste, la
          firma y su evidencia se conservan mientras exista el documento, porque prueban lo que se firmó.
        </li>
        <li>
          <strong>Sin enlace, o si firmaste por un enlace público:</strong> pídelo a quien te envió el documento o a
          quien administra este sitio.
        </li>
        <li>Si no te responden, puedes acudir a la Agencia de Protección de Datos de los Habitantes (PRODHAB).</li>
      </ul>
    </Part>
  )
}

/** A page of the site server, without the shell. */
const LICENCES_PATH = '/licencias'

export default function PrivacyPage() {
  const token = useLocation().hash.slice(1)
  const retention = useRetention()
  return (
    <div className={styles.page}>
      <PageTitle lead={`Qué datos guarda este sitio de ${PRODUCT}, para qué y qué puedes pedir.`}>
        Privacidad y tus datos
      </PageTitle>
      {token !== '' && <SignerData token={token} />}
      <Surface padding="lg" className={styles.sheet}>
        <Part title="Qué se guarda y para qué">
          <Recorded />
        </Part>
        <HowLong retention={retention} />
        <Part title="Quién lo ve">
          <p>
            Quien cargó el documento ve a sus firmantes y el registro. Cada firmante ve el documento. Un documento
            compartido con una URL pública lo ve quien tenga la dirección. Quien administra este sitio tiene acceso a la
            base de datos y a los archivos.
          </p>
          <p>No hay publicidad ni se venden datos. Los correos salen por el servidor de correo de este sitio.</p>
        </Part>
        <Rights />
        <Part title="Programas de terceros">
          <p>
            Trazo usa programas y tipografías de otras personas: <a href={LICENCES_PATH}>licencias de terceros</a>.
          </p>
        </Part>
      </Surface>
    </div>
  )
}
