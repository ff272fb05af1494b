import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { DocumentsView, UserFile } from 'shared/contract'
import { useRemoteHost } from 'shared/remote'
import { useLatest } from 'shared/state'
import { cx } from 'shared/ui'
import { isFiltered } from '../documents/document-filters.ts'
import type { ReadyDocuments } from '../documents/documents-state.ts'
import { foundMessage } from '../documents/notification-messages.ts'
import type { DocumentsModel } from '../documents/use-documents.ts'
import { DocumentCard } from './card/DocumentCard.tsx'
import styles from './DocumentList.module.css'
import { MoreDocuments } from './paging/MoreDocuments.tsx'
import { DocumentListRow, RowHeader } from './row/DocumentListRow.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useCardFocus } from './use-card-focus.ts'

export interface DocumentGridProps {
  readonly label: string
  readonly view: DocumentsView
  readonly model: DocumentsModel
  readonly ready: ReadyDocuments
  readonly documents: readonly UserFile[]
  /** Receives focus if no card is left. */
  readonly region: RefObject<HTMLElement | null>
  readonly onOpen: (file: UserFile) => void
  readonly onDelete: (file: UserFile) => void
  readonly onDescribe: (file: UserFile) => void
}

export function DocumentGrid(props: DocumentGridProps) {
  const { label, view, model, ready, documents, region, onOpen, onDelete, onDescribe } = props
  const list = useRef<HTMLUListElement>(null)
  const { remember, focusAt } = useCardFocus(region, list, documents)
  const { preload } = useRemoteHost()
  const latest = useLatest({ onOpen, preload })
  const open = useCallback((file: UserFile) => latest.current.onOpen(file), [latest])
  const preloadEditor = useCallback(() => latest.current.preload('mf_signing'), [latest])
  const isRows = view === 'list'
  const Item = isRows ? DocumentListRow : DocumentCard
  const found = foundText(ready, documents.length)
  const onKeyDown = useArrowKeys(list, isRows, focusAt)
  const kind = model.state.request?.kind
  const adding = kind === 'more' || model.state.queued.more
  const focusNext = useFocusFirstNew(documents.length, adding, focusAt)

  return (
    <>
      {isRows ? <RowHeader found={found} /> : found && <Found text={found} />}
      <ul
        ref={list}
        className={cx(isRows ? styles.rows : styles.grid, kind === 'first' && styles.outdated)}
        aria-label={label}
        aria-busy={kind === 'first'}
        onFocus={remember}
        onKeyDown={onKeyDown}
      >
        {documents.map((file) => (
          <Item key={file.id} file={file} onOpen={open} onIntent={preloadEditor} {...{ onDelete, onDescribe }} />
        ))}
      </ul>
      {ready.next !== null && kind !== 'first' && (
        <MoreDocuments
          busy={adding}
          failed={ready.failure === 'more'}
          onMore={model.loadMore}
          onFocusNext={focusNext}
        />
      )}
    </>
  )
}

/** The groups count all documents; this counts the shown ones. */
const foundText = ({ query, next }: ReadyDocuments, count: number): string | undefined =>
  isFiltered(query) || next !== null ? foundMessage(count, next !== null, query) : undefined

function Found({ text }: { readonly text: string }) {
  return (
    <p className={styles.count} aria-hidden="true">
      {text}
    </p>
  )
}

const useFocusFirstNew = (count: number, adding: boolean, focusAt: (index: number) => void) => {
  const firstNew = useRef<number>(undefined)
  const latestCount = useLatest(count)
  useLayoutEffect(() => {
    const index = firstNew.current
    if (index === undefined || count <= index) return
    firstNew.current = undefined
    focusAt(index)
  }, [count, focusAt])
  // A later page must not move the focus.
  useLayoutEffect(() => {
    if (!adding) firstNew.current = undefined
  }, [adding])
  return useCallback(() => {
    firstNew.current = latestCount.current
  }, [latestCount])
}
