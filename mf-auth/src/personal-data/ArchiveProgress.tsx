import { Button, Progress } from 'shared/ui'
import styles from './PersonalData.module.css'
import type { Archive } from './use-archive.ts'

const MEGABYTE = 1024 * 1024
const number = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1 })

const formatMegabytes = (bytes: number): string => `${number.format(bytes / MEGABYTE)} MB`

export function ArchiveProgress({ archive }: { readonly archive: Archive }) {
  const { received, cancel } = archive
  if (received === undefined) return null
  const { bytes, total } = received
  // The total is an estimate; only the last byte means 100 %.
  const value = total === undefined ? undefined : Math.min(99, (bytes / total) * 100)
  return (
    <div className={styles.progress}>
      <Progress
        className={styles.bar}
        label="Descargando tus datos…"
        value={value}
        valueText={formatMegabytes(bytes)}
      />
      <Button onClick={cancel}>Cancelar descarga</Button>
    </div>
  )
}
