import { memo, useCallback, useRef } from 'react'
import { Badge, cx, Surface } from 'shared/ui'
import { isArchived } from '../../documents/document-filters.ts'
import { formatDay, formatListMoment, formatPages, formatSize } from '../../format.ts'
import { Thumbnail } from '../../thumbnails/Thumbnail.tsx'
import type { DocumentItemProps } from '../document-act.ts'
import { DownloadProgress } from '../download/DownloadProgress.tsx'
import { useDownload } from '../download/use-download.ts'
import { SelectionBox } from '../selection/SelectionBox.tsx'
import { Signers } from '../signers/Signers.tsx'
import card from './Card.module.css'
import { ChangeHighlight } from './ChangeHighlight.tsx'
import styles from './DocumentCard.module.css'
import { DocumentMenu } from './DocumentMenu.tsx'
import { DocumentName } from './DocumentName.tsx'
import { DocumentOutcome } from './DocumentOutcome.tsx'
import { OpenQuestions } from './OpenQuestions.tsx'
import { isOutsideButtons } from './outside-buttons.ts'
import { Provenance } from './Provenance.tsx'
import { SendingPart } from './SendingPart.tsx'
import { SignedBadge } from './SignedBadge.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Tags } from './Tags.tsx'

export const DocumentCard = memo(function DocumentCard({ file, selected, ...actions }: DocumentItemProps) {
  const { onOpen, onIntent, onAct, onSelect } = actions
  const download = useDownload(file)
  const menuButton = useRef<HTMLButtonElement>(null)
  const focusMenu = useCallback(() => menuButton.current?.focus(), [])
  return (
    <Surface
      as="li"
      padding="none"
      className={cx(card.card, styles.card, selected && styles.selected)}
      data-document={file.id}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={(event) => isOutsideButtons(event) && onOpen(file)}
    >
      <ChangeHighlight file={file} />
      <SelectionBox {...{ file, selected, onSelect }} />
      <div className={card.desk}>
        <Thumbnail
          subject={{ kind: 'document', id: file.id, revision: file.revision, page: 1 }}
          pages={file.pages}
          fieldsTotal={file.fields_total}
          fieldsSigned={file.fields_signed}
        />
        <p className={card.pages}>{formatPages(file.pages)}</p>
      </div>
      <div className={card.body}>
        <h2 className={card.name}>
          <DocumentName name={file.original_filename} className={styles.open} onOpen={() => onOpen(file)} />
        </h2>
        <div className={card.badges}>
          <StatusBadge {...file} />
          {file.is_signed && <SignedBadge />}
          {isArchived(file) && <Badge>Archivado</Badge>}
        </div>
        <Tags tags={file.tags} />
        {file.description && <p className={styles.description}>{file.description}</p>}
        {file.fields_total > 0 && <Signers {...file} />}
        <DocumentOutcome {...file} />
        <OpenQuestions {...file} />
        <SendingPart {...file} />
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
            <DocumentMenu file={file} download={download} opener={menuButton} onAct={onAct} />
          </footer>
        </div>
      </div>
    </Surface>
  )
})
