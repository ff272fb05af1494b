import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { useRemoteHost } from 'shared/remote'
import { cx } from 'shared/ui'
import type { Ready } from '../documents/documents-state.ts'
import type { DocumentsModel } from '../documents/use-documents.ts'
import { useLatest } from '../use-latest.ts'
import { DocumentCard } from './card/DocumentCard.tsx'
import styles from './DocumentList.module.css'
import { MoreDocuments } from './paging/MoreDocuments.tsx'
import { useCardFocus } from './use-card-focus.ts'

export interface DocumentGridProps {
  readonly label: string
  readonly model: DocumentsModel
  readonly ready: Ready
  readonly documents: readonly UserFile[]
  /** Receives focus if no card is left. */
  readonly region: RefObject<HTMLElement | null>
  readonly onOpen: (file: UserFile) => void
  readonly onDelete: (file: UserFile) => void
}

export function DocumentGrid({ label, model, ready, documents, region, onOpen, onDelete }: DocumentGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const { remember, focusAt } = useCardFocus(region, list, documents)
  const { preload } = useRemoteHost()
  const latest = useLatest({ onOpen, preload })
  const open = useCallback((file: UserFile) => latest.current.onOpen(file), [latest])
  const preloadEditor = useCallback(() => latest.current.preload('mf_signing'), [latest])
  const kind = model.state.request?.kind
  const adding = kind === 'more' || model.state.queued.more
  const focusNext = useFocusFirstNew(documents.length, adding, focusAt)

  return (
    <>
      <ul
        ref={list}
        className={cx(styles.grid, kind === 'first' && styles.outdated)}
        aria-label={label}
        aria-busy={kind === 'first'}
        onFocus={remember}
      >
        {documents.map((file) => (
          <DocumentCard key={file.id} file={file} onOpen={open} onIntent={preloadEditor} onDelete={onDelete} />
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
