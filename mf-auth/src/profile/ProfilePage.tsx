import type { User } from 'shared/contract'
import { useSession } from 'shared/state'
import { PageTitle, StrokeLoader, Surface } from 'shared/ui'
import styles from './ProfilePage.module.css'

/** What the profile shows, in its order: label and value. */
const factsOf = ({ username, first_name, last_name, email, phone, profile }: User) => [
  ['Nombre de usuario', username],
  ['Nombre', first_name],
  ['Apellido', last_name],
  ['Email', email],
  ['Teléfono', phone],
  ['País', profile.country],
  ['Ciudad', profile.city],
  ['Empresa', profile.company],
]

/** `/profile`, read view. */
export function ProfilePage() {
  const session = useSession()
  if (session.kind !== 'authenticated') return <StrokeLoader text="Cargando perfil..." />
  const { user } = session
  return (
    <div className={styles.page}>
      <PageTitle>Mi Perfil</PageTitle>
      <Surface as="section" padding="lg" className={styles.sheet}>
        <dl className={styles.facts}>
          {factsOf(user).map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{value || <span className={styles.missing}>Sin indicar</span>}</dd>
            </div>
          ))}
        </dl>
      </Surface>
    </div>
  )
}
