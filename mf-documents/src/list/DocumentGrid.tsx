import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { useRemoteHost } from 'shared/remote'
import { cx } from 'shared/ui'
import { useLatest } from '../use-latest.ts'
import { DocumentCard } from './DocumentCard.tsx'
import styles from './DocumentList.module.css'
import type { Ready } from './files-state.ts'
import { MoreDocuments } from './MoreDocuments.tsx'
import { useCardFocus } from './use-card-focus.ts'
import type { Files } from './use-files.ts'

export interface DocumentGridProps {
  /** Accessible name. */
  readonly label: string
  readonly files: Files
  readonly ready: Ready
  readonly documents: readonly UserFile[]
  /** Receives focus if no card is left. */
  readonly region: RefObject<HTMLElement | null>
  readonly onOpen: (file: UserFile) => void
  readonly onDelete: (file: UserFile) => void
}

export function DocumentGrid({ label, files, ready, documents, region, onOpen, onDelete }: DocumentGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const { remember, focusAt } = useCardFocus(region, list, documents)
  const { preload } = useRemoteHost()
  const latest = useLatest({ onOpen, preload })
  const open = useCallback((file: UserFile) => latest.current.onOpen(file), [latest])
  const intend = useCallback(() => latest.current.preload('mf_signing'), [latest])
  const kind = files.state.request?.kind
  const adding = kind === 'more' || files.state.wanted.more
  const goOn = useGoOn(documents.length, adding, focusAt)

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
          <DocumentCard key={file.id} file={file} onOpen={open} onIntent={intend} onDelete={onDelete} />
        ))}
      </ul>
      {ready.next !== null && kind !== 'first' && (
        <MoreDocuments busy={adding} failed={ready.trouble === 'more'} onMore={files.more} onGoOn={goOn} />
      )}
    </>
  )
}

const useGoOn = (count: number, adding: boolean, focusAt: (index: number) => void) => {
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
