import DownloadIcon from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import type { RefObject } from 'react'
import type { UserFile } from 'shared/contract'
import { IconButton } from 'shared/ui'
import { hasOriginal } from '../download/download-document.ts'
import { EvidenceMenu } from '../download/EvidenceMenu.tsx'
import type { DownloadModel } from '../download/use-download.ts'
import { VersionMenu } from '../download/VersionMenu.tsx'
import styles from './CardActions.module.css'

export interface CardActionsProps {
  readonly file: UserFile
  readonly download: DownloadModel
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
      {hasOriginal(file) && <VersionMenu file={file} busy={busy} onDownload={download.start} />}
      {file.status === 'COMPLETED' && <EvidenceMenu file={file} busy={busy} onDownload={download.start} />}
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
