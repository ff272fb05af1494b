import { memo, useCallback, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { Surface } from 'shared/ui'
import { formatDay, formatListMoment, formatPages, formatSize } from '../../format.ts'
import { Thumbnail } from '../../thumbnails/Thumbnail.tsx'
import { DownloadProgress } from '../download/DownloadProgress.tsx'
import { useDownload } from '../download/use-download.ts'
import { Signers } from '../signers/Signers.tsx'
import card from './Card.module.css'
import { ChangeHighlight } from './ChangeHighlight.tsx'
import styles from './DocumentCard.module.css'
import { DocumentMenu } from './DocumentMenu.tsx'
import { DocumentName } from './DocumentName.tsx'
import { DocumentOutcome } from './DocumentOutcome.tsx'
import { isOutsideButtons } from './outside-buttons.ts'
import { Provenance } from './Provenance.tsx'
import { SignedBadge } from './SignedBadge.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export interface DocumentCardProps {
  readonly file: UserFile
  readonly onOpen: (file: UserFile) => void
  readonly onIntent: () => void
  readonly onDelete: (file: UserFile) => void
  readonly onDescribe: (file: UserFile) => void
}

export const DocumentCard = memo(function DocumentCard({ file, ...actions }: DocumentCardProps) {
  const { onOpen, onIntent, onDelete, onDescribe } = actions
  const download = useDownload(file)
  const menuButton = useRef<HTMLButtonElement>(null)
  const focusMenu = useCallback(() => menuButton.current?.focus(), [])
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
        <h2 className={card.name}>
          <DocumentName name={file.original_filename} className={styles.open} onOpen={() => onOpen(file)} />
        </h2>
        <div className={card.badges}>
          <StatusBadge {...file} />
          {file.is_signed && <SignedBadge />}
        </div>
        {file.description && <p className={styles.description}>{file.description}</p>}
        {file.fields_total > 0 && <Signers {...file} />}
        <DocumentOutcome {...file} />
        <Provenance {...file} />
        <div className={styles.end}>
          <DownloadProgress name={file.original_filename} download={download} onFocusLost={focusMenu} />
          <footer className={styles.footer}>
            <p className={styles.facts}>
              <time dateTime={file.uploaded_at} title={formatListMoment(file.uploaded_at)}>
                {formatDay(file.uploaded_at)}
              </time>
              <span>{formatSize(file.file_size_mb)}</span>
            </p>
            <DocumentMenu file={file} download={download} opener={menuButton} {...{ onDelete, onDescribe }} />
          </footer>
        </div>
      </div>
    </Surface>
  )
})
