import FileUp from 'lucide-react/icons/file-up'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Ref } from 'react'
import { PDF_MIME_TYPE } from 'shared/contract'
import { FileDrop } from 'shared/controls'
import { Button } from 'shared/ui'
import { formatPages, formatSize } from '../format.ts'
import styles from './FileArea.module.css'
import { UploadPreview } from './preview/UploadPreview.tsx'
import { type PreviewModel, useUploadPreview } from './preview/use-preview.ts'
import { fileAdvice } from './upload-form.ts'

export interface FileAreaProps {
  readonly file: File | undefined
  readonly error: string | undefined
  readonly disabled: boolean
  readonly inputRef: Ref<HTMLInputElement>
  readonly onChoose: (file: File) => void
  readonly onSeveral: (files: readonly File[]) => void
  readonly onRemove: () => void
}

const BYTES_PER_MB = 1024 * 1024

export function FileArea({ file, error, disabled, inputRef, onChoose, onSeveral, onRemove }: FileAreaProps) {
  const preview = useUploadPreview(file)
  const remove = (
    <Button size="sm" variant="ghost" icon={<Trash2 />} disabled={disabled} onClick={onRemove}>
      Quitar archivo
    </Button>
  )
  const chosen = file && {
    picture: preview && <UploadPreview {...preview} />,
    details: <Details file={file} preview={preview} />,
    change: 'Cambiar archivo',
    actions: remove,
  }
  return (
    <FileDrop
      accept={`${PDF_MIME_TYPE},.pdf`}
      invitation={{ mouse: 'Arrastra un PDF aquí o haz clic para elegirlo', touch: 'Toca para elegir un PDF' }}
      icon={<FileUp />}
      error={error}
      help={error ? <Advice error={error} /> : !file && <Allowed />}
      chosen={chosen}
      disabled={disabled}
      inputRef={inputRef}
      onFile={onChoose}
      onFiles={onSeveral}
    />
  )
}

function Details({ file, preview }: { readonly file: File; readonly preview: PreviewModel | undefined }) {
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

function Advice({ error }: { readonly error: string }) {
  const advice = fileAdvice[error]
  return advice === undefined ? null : <p>{advice}</p>
}

function Allowed() {
  return (
    <p>
      Solo archivos PDF, hasta 10 MB.
      <span className={styles.fine}> También puedes pegarlo, o traer varios a la vez.</span>
    </p>
  )
}
