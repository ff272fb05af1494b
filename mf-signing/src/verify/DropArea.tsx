import FileCheck from 'lucide-react/icons/file-check'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { cx } from 'shared/ui'
import styles from './DropArea.module.css'

interface DropAreaProps {
  readonly refusal: string | undefined
  readonly onFile: (file: File) => void
}

/** Where a file comes in: dropped, or chosen by click or key. */
export function DropArea({ refusal, onFile }: DropAreaProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Emptied, so that choosing the same file again is a change again.
    event.target.value = ''
    if (file) onFile(file)
  }
  const area = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) onFile(file)
    },
  }
  return (
    <div className={cx(styles.area, over && styles.over, refusal !== undefined && styles.wrong)} {...area}>
      <span className={styles.icon}>
        <FileCheck />
      </span>
      <input
        id={id}
        className={styles.input}
        type="file"
        accept="application/pdf,.pdf"
        aria-describedby={`${id}-help`}
        aria-invalid={refusal === undefined ? undefined : true}
        onChange={pick}
      />
      <label htmlFor={id} className={styles.label}>
        <span className={styles.fine}>Arrastra un PDF firmado aquí o haz clic para elegirlo</span>
        <span className={styles.coarse}>Toca para elegir un PDF firmado</span>
      </label>
      <div id={`${id}-help`} className={styles.help} aria-live="polite">
        {refusal !== undefined && <p className={styles.error}>{refusal}</p>}
        <p className={styles.private}>
          <LockKeyhole /> Se comprueba en este dispositivo: el archivo no se envía a ninguna parte.
        </p>
      </div>
    </div>
  )
}
