import FileUp from 'lucide-react/icons/file-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ChangeEvent, type Ref, useId } from 'react'
import { Button, cx } from 'shared/ui'
import { formatPages, formatSize } from '../format.ts'
import { PDF_MIME_TYPE } from './constants.ts'
import styles from './FileArea.module.css'
import { UploadPreview } from './UploadPreview.tsx'
import { useFileIntake } from './use-file-intake.ts'
import { type PreviewModel, usePreview } from './use-preview.ts'

export interface FileAreaProps {
  readonly file: File | undefined
  readonly error: string | undefined
  readonly disabled: boolean
  readonly inputRef: Ref<HTMLInputElement>
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
}

const BYTES_PER_MB = 1024 * 1024

/** Where the file comes in: dropped, pasted, or chosen by click or key. Shows the file that is there, and its face. */
export function FileArea({ file, error, disabled, inputRef, onChoose, onRemove }: FileAreaProps) {
  const id = useId()
  const { over, area } = useFileIntake((next) => disabled || onChoose(next))
  const preview = usePreview(file)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const next = event.target.files?.[0]
    // Emptied, so that choosing the same file again is a change again.
    event.target.value = ''
    if (next) onChoose(next)
  }

  return (
    <div className={cx(styles.area, file && styles.chosen, over && styles.over, error && styles.wrong)} {...area}>
      <input
        id={id}
        ref={inputRef}
        className={styles.input}
        type="file"
        accept={`${PDF_MIME_TYPE},.pdf`}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help`}
        onChange={pick}
      />
      {preview ? <UploadPreview {...preview} /> : <Mark />}
      {file && <ChosenFile file={file} preview={preview} />}
      {!file && (
        <label htmlFor={id} className={styles.label}>
          <Invitation />
        </label>
      )}
      <div id={`${id}-help`} className={styles.help} aria-live="polite">
        {error ? <p className={styles.error}>{error}</p> : file ? null : <Allowed />}
      </div>
      {file && (
        <div className={styles.choices}>
          <label htmlFor={id} className={styles.label}>
            <FileUp />
            Cambiar archivo
          </label>
          <Button
            className={styles.remove}
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            disabled={disabled}
            onClick={onRemove}
          >
            Quitar archivo
          </Button>
        </div>
      )}
    </div>
  )
}

function Mark() {
  return (
    <span className={styles.icon}>
      <FileUp />
    </span>
  )
}

function ChosenFile({ file, preview }: { readonly file: File; readonly preview: PreviewModel | undefined }) {
  const pages = preview?.preview.kind === 'shown' ? preview.preview.pageCount : undefined
  return (
    <div className={styles.file}>
      <p className={styles.name}>{file.name}</p>
      <p className={styles.size}>
        {formatSize(file.size / BYTES_PER_MB)}
        {pages !== undefined && ` · ${formatPages(pages)}`}
      </p>
    </div>
  )
}

function Allowed() {
  return (
    <p>
      Solo archivos PDF, hasta 10 MB.<span className={styles.fine}> También puedes pegarlo.</span>
    </p>
  )
}

/** In the words of the hand that is there: a mouse drags and clicks, a finger touches. */
function Invitation() {
  return (
    <>
      <span className={styles.fine}>Arrastra un PDF aquí o haz clic para elegirlo</span>
      <span className={styles.coarse}>Toca para elegir un PDF</span>
    </>
  )
}
