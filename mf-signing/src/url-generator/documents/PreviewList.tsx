import type { ReactNode, RefObject } from 'react'
import type { UserFile } from 'shared/contract'
import { RetryAlert } from 'shared/controls'
import { Button, Skeleton, VisuallyHidden } from 'shared/ui'
import { SKELETON_ROWS, urlTexts } from '../constants.ts'
import styles from './PreviewList.module.css'
import type { DocumentPreview } from './preview.ts'
import { SharedDocumentRow } from './SharedDocumentRow.tsx'

export interface PreviewListProps {
  readonly preview: DocumentPreview
  readonly listRef: RefObject<HTMLUListElement | null>
  readonly noticeId: string
  readonly onRetry: () => void
  readonly onMore: () => void
  readonly onShare: (file: UserFile) => Promise<void>
  readonly onEnd: (file: UserFile) => void
}

export function PreviewList({ preview, onRetry, ...rest }: PreviewListProps) {
  switch (preview.kind) {
    case 'loading':
      return <ListSkeleton />
    case 'failed':
      return <Failure title={urlTexts.listFailed} onRetry={onRetry} />
    case 'ready':
      return <Rows preview={preview} {...rest} />
  }
}

const addedText = (added: number, total: number): string => {
  if (added === 0) return ''
  return `${added === 1 ? 'Se agregó 1 documento' : `Se agregaron ${added} documentos`}; ahora se muestran ${total}`
}

type RowsProps = Omit<PreviewListProps, 'preview' | 'onRetry'> & {
  readonly preview: Extract<DocumentPreview, { kind: 'ready' }>
}

function Rows({ preview, listRef, noticeId, onMore, onShare, onEnd }: RowsProps) {
  const { documents, next, more, added } = preview
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
      <ul role="list" className={styles.list} ref={listRef}>
        {documents.map((file) => (
          <SharedDocumentRow
            key={file.id}
            file={file}
            noticeId={noticeId}
            onShare={() => onShare(file)}
            onEnd={() => onEnd(file)}
          />
        ))}
      </ul>
      {more === 'failed' && <Failure title={urlTexts.moreFailed} onRetry={onMore} />}
      {next !== null && more !== 'failed' && (
        <Button className={styles.more} busy={more === 'loading'} busyLabel="Cargando…" onClick={onMore}>
          Mostrar más
        </Button>
      )}
      <VisuallyHidden role="status">{addedText(added.length, documents.length)}</VisuallyHidden>
    </>
  )
}

function Failure({ title, onRetry }: { readonly title: string; readonly onRetry: () => void }): ReactNode {
  return (
    <RetryAlert live="assertive" title={title} onRetry={onRetry}>
      Revisa tu conexión e inténtalo de nuevo.
    </RetryAlert>
  )
}

function ListSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Cargando documentos…</VisuallyHidden>
      <div className={styles.list} aria-hidden="true">
        {Array.from({ length: SKELETON_ROWS }, (_, index) => index).map((index) => (
          <div key={index} className={styles.placeholder}>
            <Skeleton width="40%" height="1.25rem" />
            <Skeleton width="60%" />
            <Skeleton width="9rem" height="1.375rem" />
          </div>
        ))}
      </div>
    </div>
  )
}
