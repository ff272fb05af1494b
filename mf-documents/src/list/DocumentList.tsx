import { useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { Alert, Button, VisuallyHidden } from 'shared/ui'
import { LIST_FAILURE } from './constants.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DocumentGrid } from './DocumentGrid.tsx'
import styles from './DocumentList.module.css'
import { type Filters, isFiltered, noFilters } from './document-filters.ts'
import { EmptyList } from './EmptyList.tsx'
import { FilterBar } from './FilterBar.tsx'
import { documentsOnShow } from './files-state.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { NothingFound } from './NothingFound.tsx'
import { sayFound } from './say-files.ts'
import { useDeletion } from './use-deletion.ts'
import type { Files } from './use-files.ts'

export interface DocumentListProps {
  readonly files: Files
  /** 'Documentos Firmados': signed documents only. */
  readonly signed: boolean
  readonly filters: Filters
  readonly onFilter: (filters: Filters) => void
  readonly onOpen: (file: UserFile) => void
  /** Action of the empty state. */
  readonly onUpload: () => void
}

export function DocumentList({ files, signed, filters, onFilter, onOpen, onUpload }: DocumentListProps) {
  const { state, refresh } = files
  const { shown } = state
  const region = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const deletion = useDeletion(files)
  const documents = documentsOnShow(state, signed)
  const nothing = shown.kind === 'ready' && documents.length === 0 && shown.next === null
  // May belong to the previous query.
  const filtered = shown.kind === 'ready' && isFiltered(shown.query)
  const clear = () => {
    onFilter({ ...noFilters, sort: filters.sort })
    // The pressed button is about to unmount.
    searchBox.current?.focus()
  }

  return (
    <div ref={region} tabIndex={-1} className={styles.list}>
      <VisuallyHidden role="status">{shown.kind === 'loading' ? 'Cargando documentos…' : state.said}</VisuallyHidden>
      {(!nothing || filtered || isFiltered(filters)) && (
        <FilterBar searchBox={searchBox} filters={filters} withStatus={!signed} onFilter={onFilter} />
      )}
      {shown.kind === 'loading' && <ListSkeleton />}
      {(shown.kind === 'failed' || (shown.kind === 'ready' && shown.trouble === 'refresh')) && (
        <ListFailure busy={state.request !== undefined} onRetry={refresh} />
      )}
      {nothing && filtered && <NothingFound busy={state.request?.kind === 'first'} onClear={clear} />}
      {nothing && !filtered && <EmptyList signed={signed} onUpload={onUpload} />}
      {shown.kind === 'ready' && !nothing && (
        <>
          <p className={styles.count} aria-hidden="true">
            {sayFound(documents.length, shown.next !== null, shown.query)}
          </p>
          <DocumentGrid
            label={signed ? 'Documentos Firmados' : 'Mis Documentos'}
            files={files}
            ready={shown}
            documents={documents}
            region={region}
            onOpen={onOpen}
            onDelete={deletion.ask}
          />
        </>
      )}
      <DeleteDialog {...deletion} />
    </div>
  )
}

function ListFailure({ busy, onRetry }: { readonly busy: boolean; readonly onRetry: () => void }) {
  return (
    <Alert
      tone="error"
      live="assertive"
      title={LIST_FAILURE}
      actions={
        <Button busy={busy} busyLabel="Cargando…" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      Revisa tu conexión e inténtalo de nuevo. Tus documentos siguen a salvo.
    </Alert>
  )
}
