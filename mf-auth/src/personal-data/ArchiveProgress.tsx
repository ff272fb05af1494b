import { Button, Progress } from 'shared/ui'
import { formatBytes } from './format-bytes.ts'
import styles from './PersonalData.module.css'
import type { ArchiveModel } from './use-archive.ts'

export function ArchiveProgress({ archive }: { readonly archive: ArchiveModel }) {
  const { received, cancel } = archive
  if (received === undefined) return null
  const { bytes, total } = received
  // The total is an estimate; only the last byte means 100 %.
  const value = total === undefined ? undefined : Math.min(99, (bytes / total) * 100)
  return (
    <div className={styles.progress}>
      <Progress className={styles.bar} label="Descargando tus datos…" value={value} valueText={formatBytes(bytes)} />
      <Button onClick={cancel}>Cancelar descarga</Button>
    </div>
  )
}
