import { Stroke } from 'shared/ui'
import styles from './Home.module.css'
import { StartLink } from './StartLink.tsx'

export function CallToAction() {
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
