import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { Fragment, useTransition } from 'react'
import type { UserFile } from 'shared/contract'
import { Badge, IconButton, Surface } from 'shared/ui'
import { formatDay, formatMoment, formatPages, formatSize } from '../format.ts'
import { Thumbnail } from '../thumbnails/Thumbnail.tsx'
import { SIGNED_BADGE } from './constants.ts'
import styles from './DocumentCard.module.css'
import { downloadDocument } from './download-document.ts'
import { Signatures } from './Signatures.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export interface DocumentCardProps {
  readonly file: UserFile
  readonly onOpen: (file: UserFile) => void
  /** The pointer or the focus is on the card: it may be opened next. */
  readonly onIntent: () => void
  readonly onDelete: (file: UserFile) => void
}

/** One document: the whole card opens it, by its one button; downloading and deleting stand beside. */
export function DocumentCard({ file, onOpen, onIntent, onDelete }: DocumentCardProps) {
  const [downloading, startDownload] = useTransition()
  const name = file.original_filename
  return (
    <Surface as="li" padding="none" className={styles.card} onPointerEnter={onIntent} onFocus={onIntent}>
      <div className={styles.desk}>
        <Thumbnail file={file} />
        <p className={styles.pages}>{formatPages(file.pages)}</p>
      </div>
      <div className={styles.body}>
        <div className={styles.badges}>
          <StatusBadge status={file.status} />
          {file.is_signed && <Badge tone="success">{SIGNED_BADGE}</Badge>}
        </div>
        <h2 className={styles.name}>
          <button type="button" className={styles.open} onClick={() => onOpen(file)}>
            <BreakableName name={name} />
          </button>
        </h2>
        {file.description && <p className={styles.description}>{file.description}</p>}
        {file.fields_total > 0 && <Signatures signed={file.fields_signed} total={file.fields_total} />}
        <footer className={styles.footer}>
          <p className={styles.facts}>
            <time dateTime={file.uploaded_at} title={formatMoment(file.uploaded_at)}>
              {formatDay(file.uploaded_at)}
            </time>
            <span>{formatSize(file.file_size_mb)}</span>
          </p>
          <div className={styles.actions}>
            <IconButton
              label={`Descargar ${name}`}
              title="Descargar"
              icon={<Download />}
              size="sm"
              aria-busy={downloading}
              onClick={() => downloading || startDownload(() => downloadDocument(file))}
            />
            <IconButton
              label={`Eliminar ${name}`}
              title="Eliminar"
              icon={<Trash2 />}
              size="sm"
              onClick={() => onDelete(file)}
            />
          </div>
        </footer>
      </div>
    </Surface>
  )
}

/** File names often join their words with underscores: a long one may break there. */
function BreakableName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
