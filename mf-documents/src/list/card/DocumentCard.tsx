import { Fragment, memo, useCallback, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { Surface } from 'shared/ui'
import { formatDay, formatListMoment, formatPages, formatSize } from '../../format.ts'
import { Thumbnail } from '../../thumbnails/Thumbnail.tsx'
import { DownloadProgress } from '../download/DownloadProgress.tsx'
import { useDownload } from '../download/use-download.ts'
import { Signers } from '../signers/Signers.tsx'
import card from './Card.module.css'
import { CardActions } from './CardActions.tsx'
import { ChangeHighlight } from './ChangeHighlight.tsx'
import styles from './DocumentCard.module.css'
import { DocumentOutcome } from './DocumentOutcome.tsx'
import { isOutsideButtons } from './outside-buttons.ts'
import { Provenance } from './Provenance.tsx'
import { SignedBadge } from './SignedBadge.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** Allows line breaks after underscores. */
function BreakableName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

export interface DocumentCardProps {
  readonly file: UserFile
  readonly onOpen: (file: UserFile) => void
  readonly onIntent: () => void
  readonly onDelete: (file: UserFile) => void
}

export const DocumentCard = memo(function DocumentCard({ file, onOpen, onIntent, onDelete }: DocumentCardProps) {
  const download = useDownload(file)
  const downloadButton = useRef<HTMLButtonElement>(null)
  const focusDownload = useCallback(() => downloadButton.current?.focus(), [])
  return (
    <Surface
      as="li"
      padding="none"
      className={`${card.card} ${styles.card}`}
      data-document={file.id}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={(event) => isOutsideButtons(event) && onOpen(file)}
    >
      <ChangeHighlight file={file} />
      <div className={card.desk}>
        <Thumbnail file={file} />
        <p className={card.pages}>{formatPages(file.pages)}</p>
      </div>
      <div className={card.body}>
        <div className={card.badges}>
          <StatusBadge {...file} />
          {file.is_signed && <SignedBadge />}
        </div>
        <h2 className={card.name}>
          <button type="button" className={styles.open} onClick={() => onOpen(file)}>
            <BreakableName name={file.original_filename} />
          </button>
        </h2>
        {file.description && <p className={styles.description}>{file.description}</p>}
        {file.fields_total > 0 && <Signers {...file} />}
        <DocumentOutcome {...file} />
        <Provenance {...file} />
        <div className={styles.end}>
          <DownloadProgress name={file.original_filename} download={download} onFocusLost={focusDownload} />
          <footer className={styles.footer}>
            <p className={styles.facts}>
              <time dateTime={file.uploaded_at} title={formatListMoment(file.uploaded_at)}>
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
