import { Button, Progress } from 'shared/ui'
import styles from './PersonalData.module.css'
import type { Archive } from './use-archive.ts'

const MEGABYTE = 1024 * 1024
const number = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1 })

const inWords = (bytes: number): string => `${number.format(bytes / MEGABYTE)} MB`

/** How far a download is, and the way to cancel it. */
export function ArchiveProgress({ archive }: { readonly archive: Archive }) {
  const { received, cancel } = archive
  if (received === undefined) return null
  const { bytes, total } = received
  // The total is an estimate: the end is reached with the last byte alone.
  const value = total === undefined ? undefined : Math.min(99, (bytes / total) * 100)
  return (
    <div className={styles.progress}>
      <Progress className={styles.bar} label="Descargando tus datos…" value={value} valueText={inWords(bytes)} />
      <Button onClick={cancel}>Cancelar descarga</Button>
    </div>
  )
}
