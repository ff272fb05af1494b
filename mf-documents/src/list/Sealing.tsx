import CircleAlert from 'lucide-react/icons/circle-alert'
import type { UserFile } from 'shared/contract'
import styles from './Cancellation.module.css'

export function Sealing({ sealing }: Pick<UserFile, 'sealing'>) {
  if (sealing?.state !== 'failed') return null
  const words = `Firmado por todas las personas, sin cerrar. ${sealing.reason ?? ''} Ábrelo y elige «Reintentar».`
  return (
    <p className={styles.line} title={words}>
      <CircleAlert />
      <span className={styles.words}>{words}</span>
    </p>
  )
}
