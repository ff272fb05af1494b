import DownloadIcon from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import type { RefObject } from 'react'
import type { UserFile } from 'shared/contract'
import { IconButton } from 'shared/ui'
import styles from './CardActions.module.css'
import { hasOriginal } from './download-document.ts'
import { Evidence } from './Evidence.tsx'
import type { Download } from './use-download.ts'
import { Versions } from './Versions.tsx'

export interface CardActionsProps {
  readonly file: UserFile
  readonly download: Download
  readonly downloadButton: RefObject<HTMLButtonElement | null>
  readonly onDelete: (file: UserFile) => void
}

export function CardActions({ file, download, downloadButton, onDelete }: CardActionsProps) {
  const name = file.original_filename
  const busy = download.state.kind === 'running'
  return (
    <div className={styles.actions}>
      <IconButton
        ref={downloadButton}
        label={`Descargar ${name}`}
        title="Descargar"
        icon={<DownloadIcon />}
        size="sm"
        aria-busy={busy}
        onClick={() => download.start('newest')}
      />
      {hasOriginal(file) && <Versions file={file} busy={busy} onDownload={download.start} />}
      {file.status === 'COMPLETED' && <Evidence file={file} busy={busy} onDownload={download.start} />}
      <IconButton
        label={`Eliminar ${name}`}
        title="Eliminar"
        icon={<Trash2 />}
        size="sm"
        onClick={() => onDelete(file)}
      />
    </div>
  )
}
