import Layers from 'lucide-react/icons/layers'
import type { UserFile } from 'shared/contract'
import styles from './DocumentOutcome.module.css'

/** «Envío de 3 documentos · 2.º» */
export function SendingPart({ sending }: Pick<UserFile, 'sending'>) {
  if (!sending) return null
  return (
    <p className={styles.line}>
      <Layers />
      <span className={styles.words}>{`Envío de ${sending.documents} documentos · ${sending.position}.º`}</span>
    </p>
  )
}
