import { notify, useSession } from 'shared/state'
import { Button, PageTitle, Surface } from 'shared/ui'
import styles from './HomePage.module.css'

export function HomePage() {
  const session = useSession()
  const name = session.kind === 'authenticated' ? session.user.username : 'visitante'
  return (
    <main className={styles.page}>
      <PageTitle>Ejemplo</PageTitle>
      <Surface className={styles.greeting}>
        <p>Hola, {name}. Esta página es de un remoto con su propio repositorio.</p>
        <Button variant="primary" onClick={() => notify({ type: 'success', message: 'Todo funciona' })}>
          Probar un aviso
        </Button>
      </Surface>
    </main>
  )
}
