import type { User } from 'shared/contract'
import styles from './ProfilePage.module.css'

const profileFacts = ({ username, first_name, last_name, email, phone, profile }: User) => [
  ['Nombre de usuario', username],
  ['Nombre', first_name],
  ['Apellido', last_name],
  ['Email', email],
  ['Teléfono', phone],
  ['País', profile.country],
  ['Ciudad', profile.city],
  ['Empresa', profile.company],
]

export function ProfileFacts({ user }: { readonly user: User }) {
  return (
    <dl className={styles.facts}>
      {profileFacts(user).map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value || <span className={styles.missing}>Sin indicar</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
