import { Fragment, type MouseEvent, memo, useCallback, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { Badge, Surface } from 'shared/ui'
import { formatDay, formatMoment, formatPages, formatSize } from '../format.ts'
import { Thumbnail } from '../thumbnails/Thumbnail.tsx'
import { Cancellation } from './Cancellation.tsx'
import { CardActions } from './CardActions.tsx'
import { SIGNED_BADGE } from './constants.ts'
import styles from './DocumentCard.module.css'
import { DownloadProgress } from './DownloadProgress.tsx'
import { Provenance } from './Provenance.tsx'
import { Sealing } from './Sealing.tsx'
import { Signers } from './Signers.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { useDownload } from './use-download.ts'

export interface DocumentCardProps {
  readonly file: UserFile
  readonly onOpen: (file: UserFile) => void
  /** Hover or focus: the document may be opened next. */
  readonly onIntent: () => void
  readonly onDelete: (file: UserFile) => void
}

/** Elements above the card's button also open the document. */
const isBesideButtons = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('button, [popover]') === null

export const DocumentCard = memo(function DocumentCard({ file, onOpen, onIntent, onDelete }: DocumentCardProps) {
  const download = useDownload(file)
  const downloadButton = useRef<HTMLButtonElement>(null)
  const focusDownload = useCallback(() => downloadButton.current?.focus(), [])
  return (
    <Surface
      as="li"
      padding="none"
      className={styles.card}
      data-document={file.id}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={(event) => isBesideButtons(event) && onOpen(file)}
    >
      <News file={file} />
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
            <BreakableName name={file.original_filename} />
          </button>
        </h2>
        {file.description && <p className={styles.description}>{file.description}</p>}
        {file.fields_total > 0 && <Signers {...file} />}
        <Cancellation cancelled={file.cancelled} />
        <Sealing sealing={file.sealing} />
        <Provenance {...file} />
        <div className={styles.end}>
          <DownloadProgress name={file.original_filename} download={download} onFocusLost={focusDownload} />
          <footer className={styles.footer}>
            <p className={styles.facts}>
              <time dateTime={file.uploaded_at} title={formatMoment(file.uploaded_at)}>
                {formatDay(file.uploaded_at)}
              </time>
              <span>{formatSize(file.file_size_mb)}</span>
            </p>
            <CardActions file={file} download={download} downloadButton={downloadButton} onDelete={onDelete} />
          </footer>
        </div>
      </div>
    </Surface>
  )
})

/** Highlights a card that changes while visible. */
function News({ file }: { readonly file: UserFile }) {
  const now = `${file.status} ${file.fields_signed}`
  const [before] = useState(now)
  return now === before ? null : <span key={now} className={styles.news} aria-hidden="true" />
}

/** Allows line breaks after underscores. */
function BreakableName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
