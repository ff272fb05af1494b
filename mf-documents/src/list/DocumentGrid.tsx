import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
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
import type { DocumentAct, DocumentItemProps } from './document-act.ts'
import type { SelectionModel } from './filing/use-chosen-documents.ts'
import { MoreDocuments } from './paging/MoreDocuments.tsx'
import { LazyDocumentRow, LazyRowHeader } from './row/lazy-rows.ts'
import { useSelectionKeys } from './selection/use-selection-keys.ts'
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
  readonly selection: SelectionModel
  readonly onAct: (file: UserFile, act: DocumentAct) => void
  readonly onTag: (files: readonly UserFile[]) => void
}

export function DocumentGrid(props: DocumentGridProps) {
  const { label, view, model, ready, documents, region, selection } = props
  const list = useRef<HTMLUListElement>(null)
  const { remember, focusAt } = useCardFocus(region, list, documents)
  const actions = useItemActions(props)
  const isRows = view === 'list'
  const Item = isRows ? LazyDocumentRow : DocumentCard
  const found = foundText(ready, documents.length)
  const keys = useListKeys(list, { ...props, isRows, focusAt })
  const kind = model.state.request?.kind
  const adding = kind === 'more' || model.state.queued.more
  const focusNext = useFocusFirstNew(documents.length, adding, focusAt)

  return (
    <div className={cx(styles.listed, isRows && styles.rowList, selection.ids.size > 0 && styles.selecting)}>
      {isRows ? <LazyRowHeader found={found} /> : found && <Found text={found} />}
      <ul
        ref={list}
        className={cx(isRows ? styles.rows : styles.grid, kind === 'first' && styles.outdated)}
        aria-label={label}
        aria-busy={kind === 'first'}
        onFocus={remember}
        {...keys}
      >
        {documents.map((file) => (
          <Item key={file.id} file={file} selected={selection.ids.has(file.id)} {...actions} />
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
    </div>
  )
}

/** Stable: cards are memoised. */
const useItemActions = ({ selection, onOpen, onAct }: DocumentGridProps) => {
  const { preload } = useRemoteHost()
  const latest = useLatest({ onOpen, onAct, preload, selection })
  return useMemo(
    (): Omit<DocumentItemProps, 'file' | 'selected'> => ({
      onOpen: (file) => latest.current.onOpen(file),
      onIntent: () => latest.current.preload('mf_signing'),
      onAct: (file, act) => latest.current.onAct(file, act),
      onSelect: ({ id }, extended) =>
        extended ? latest.current.selection.extend(id, id) : latest.current.selection.toggle(id),
    }),
    [latest],
  )
}

interface ListKeys extends Pick<DocumentGridProps, 'documents' | 'selection' | 'onTag'> {
  readonly isRows: boolean
  readonly focusAt: (index: number) => void
}

const useListKeys = (
  list: RefObject<HTMLElement | null>,
  { documents, selection, onTag, isRows, focusAt }: ListKeys,
) => {
  const latest = useLatest({ documents, selection })
  const extend = useCallback(
    (from: number, to: number) => {
      const [start, end] = [latest.current.documents[from], latest.current.documents[to]]
      if (start && end) latest.current.selection.extend(start.id, end.id)
    },
    [latest],
  )
  const moveByArrow = useArrowKeys(list, { isRows, focusAt, extend })
  const { onKeyDown: select, onKeyUp } = useSelectionKeys({ documents, selection, onTag })
  const onKeyDown = (event: KeyboardEvent) => {
    moveByArrow(event)
    select(event)
  }
  return { onKeyDown, onKeyUp }
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
