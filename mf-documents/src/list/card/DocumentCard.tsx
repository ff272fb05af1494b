import { Fragment, type MouseEvent, memo, useCallback, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { Badge, Surface } from 'shared/ui'
import { formatDay, formatMoment, formatPages, formatSize } from '../../format.ts'
import { Thumbnail } from '../../thumbnails/Thumbnail.tsx'
import { DownloadProgress } from '../download/DownloadProgress.tsx'
import { useDownload } from '../download/use-download.ts'
import { Signers } from '../signers/Signers.tsx'
import { CardActions } from './CardActions.tsx'
import styles from './DocumentCard.module.css'
import { Outcome } from './Outcome.tsx'
import { Provenance } from './Provenance.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export interface DocumentCardProps {
  readonly file: UserFile
  readonly onOpen: (file: UserFile) => void
  /** Hover or focus: the document may be opened next. */
  readonly onIntent: () => void
  readonly onDelete: (file: UserFile) => void
}

const SIGNED_BADGE = '✓ Firmado'

/** Elements above the card's button also open the document. */
const isOutsideButtons = ({ target }: MouseEvent): boolean =>
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
      onClick={(event) => isOutsideButtons(event) && onOpen(file)}
    >
      <ChangeHighlight file={file} />
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
        <Outcome {...file} />
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

function ChangeHighlight({ file }: { readonly file: UserFile }) {
  const current = `${file.status} ${file.fields_signed}`
  const [initial] = useState(current)
  return current === initial ? null : <span key={current} className={styles.changed} aria-hidden="true" />
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
