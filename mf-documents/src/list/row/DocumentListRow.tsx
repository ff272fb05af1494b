import { memo, useCallback, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { Badge, cx, VisuallyHidden } from 'shared/ui'
import { isArchived } from '../../documents/document-filters.ts'
import {
  formatDay,
  formatListMoment,
  formatShortDay,
  formatSignatures,
  formatSignerNames,
  formatSize,
} from '../../format.ts'
import { ChangeHighlight } from '../card/ChangeHighlight.tsx'
import { DocumentMenu } from '../card/DocumentMenu.tsx'
import { DocumentName } from '../card/DocumentName.tsx'
import { OpenQuestions } from '../card/OpenQuestions.tsx'
import { isOutsideButtons } from '../card/outside-buttons.ts'
import { SendingPart } from '../card/SendingPart.tsx'
import { SignedBadge } from '../card/SignedBadge.tsx'
import { StatusBadge } from '../card/StatusBadge.tsx'
import { Tags } from '../card/Tags.tsx'
import type { DocumentItemProps } from '../document-act.ts'
import { DownloadProgress } from '../download/DownloadProgress.tsx'
import { useDownload } from '../download/use-download.ts'
import { nextStep } from '../next-step.ts'
import { SelectionBox } from '../selection/SelectionBox.tsx'
import { personLines } from '../signers/signer-lines.ts'
import styles from './DocumentListRow.module.css'

/** Hidden from screen readers: each cell says what it is. */
export function RowHeader({ found }: { readonly found: string | undefined }) {
  return (
    <div className={cx(styles.row, styles.header)} aria-hidden="true">
      <span>Nombre{found && <span className={styles.found}>{found}</span>}</span>
      <span>Estado</span>
      <span>Firmantes</span>
      <span>Fecha y tamaño</span>
      <span>Siguiente paso</span>
      <span />
    </div>
  )
}

export const DocumentListRow = memo(function DocumentRow({ file, selected, ...actions }: DocumentItemProps) {
  const { onOpen, onIntent, onAct, onSelect } = actions
  const download = useDownload(file)
  const menuButton = useRef<HTMLButtonElement>(null)
  const focusMenu = useCallback(() => menuButton.current?.focus(), [])
  const step = nextStep(file)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button in it opens the document.
    <li
      className={cx(styles.row, styles.document, selected && styles.selected)}
      data-document={file.id}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={(event) => isOutsideButtons(event) && onOpen(file)}
    >
      <ChangeHighlight file={file} />
      <SelectionBox {...{ file, selected, onSelect }} />
      <div className={styles.what} title={file.description || undefined}>
        <h2 className={styles.name}>
          <DocumentName name={file.original_filename} className={styles.open} onOpen={() => onOpen(file)} />
        </h2>
        <div className={styles.about}>
          <Tags tags={file.tags} />
          {file.description && <p className={styles.description}>{file.description}</p>}
          <OpenQuestions {...file} />
          <SendingPart {...file} />
        </div>
      </div>
      <div className={styles.status}>
        <StatusBadge {...file} />
        {file.is_signed && <SignedBadge />}
        {isArchived(file) && <Badge>Archivado</Badge>}
      </div>
      <RowSigners {...file} />
      <p className={styles.facts}>
        <span title={formatListMoment(file.uploaded_at)}>
          <VisuallyHidden>Subido el </VisuallyHidden>
          <time dateTime={file.uploaded_at}>{formatDay(file.uploaded_at)}</time>
        </span>
        <span className={styles.size}>{formatSize(file.file_size_mb)}</span>
      </p>
      <p className={cx(styles.step, styles[step.kind])}>
        <VisuallyHidden>Siguiente paso: </VisuallyHidden>
        {step.text}
        {limitOf(file)}
      </p>
      <div className={styles.actions}>
        <DocumentMenu file={file} download={download} opener={menuButton} onAct={onAct} />
      </div>
      <div className={styles.transfer}>
        <DownloadProgress name={file.original_filename} download={download} onFocusLost={focusMenu} />
      </div>
    </li>
  )
})

const limitOf = ({ deadline, status, is_signed }: UserFile): string =>
  deadline && !deadline.expired && status !== 'CANCELLED' && !is_signed
    ? ` · hasta el ${formatShortDay(`${deadline.date}T12:00:00-06:00`)}`
    : ''

function RowSigners({ fields_total: total, fields_signed: signed, ...file }: UserFile) {
  const people = formatSignerNames(personLines(file).map(({ name }) => name))
  if (total === 0) return <p className={styles.signers}>Sin firmantes</p>
  return (
    <p className={styles.signers} title={people}>
      {formatSignatures(signed, total)}
      <span className={styles.people}>
        <VisuallyHidden>: </VisuallyHidden>
        {people}
      </span>
    </p>
  )
}
