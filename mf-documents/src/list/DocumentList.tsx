import { useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { Alert, Button, VisuallyHidden } from 'shared/ui'
import { type Filters, isFiltered, noFilters } from '../documents/document-filters.ts'
import { visibleDocuments } from '../documents/documents-state.ts'
import { foundMessage } from '../documents/notification-messages.ts'
import type { DocumentsModel } from '../documents/use-documents.ts'
import { DocumentGrid } from './DocumentGrid.tsx'
import styles from './DocumentList.module.css'
import { DeleteDialog } from './deletion/DeleteDialog.tsx'
import { useDeletion } from './deletion/use-deletion.ts'
import { EmptyList, NothingFound } from './EmptyList.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'

export interface DocumentListProps {
  readonly model: DocumentsModel
  readonly signed: boolean
  readonly filters: Filters
  readonly onFilter: (filters: Filters) => void
  readonly onOpen: (file: UserFile) => void
  readonly onUpload: () => void
}

export function DocumentList({ model, signed, filters, onFilter, onOpen, onUpload }: DocumentListProps) {
  const { state, refresh } = model
  const { shown } = state
  const region = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const deletion = useDeletion(model)
  const documents = visibleDocuments(state, signed)
  const isEmpty = shown.kind === 'ready' && documents.length === 0 && shown.next === null
  // May belong to the previous query.
  const filtered = shown.kind === 'ready' && isFiltered(shown.query)
  const clear = () => {
    onFilter({ ...noFilters, sort: filters.sort })
    // The pressed button is about to unmount.
    searchBox.current?.focus()
  }

  return (
    <div ref={region} tabIndex={-1} className={styles.list}>
      <VisuallyHidden role="status">
        {shown.kind === 'loading' ? 'Cargando documentos…' : state.announcement}
      </VisuallyHidden>
      {(!isEmpty || filtered || isFiltered(filters)) && (
        <FilterBar searchBox={searchBox} filters={filters} withStatus={!signed} onFilter={onFilter} />
      )}
      {shown.kind === 'loading' && <ListSkeleton />}
      {(shown.kind === 'failed' || (shown.kind === 'ready' && shown.failure === 'refresh')) && (
        <ListFailure busy={state.request !== undefined} onRetry={refresh} />
      )}
      {isEmpty && filtered && <NothingFound busy={state.request?.kind === 'first'} onClear={clear} />}
      {isEmpty && !filtered && <EmptyList signed={signed} onUpload={onUpload} />}
      {shown.kind === 'ready' && !isEmpty && (
        <>
          <p className={styles.count} aria-hidden="true">
            {foundMessage(documents.length, shown.next !== null, shown.query)}
          </p>
          <DocumentGrid
            label={signed ? 'Documentos Firmados' : 'Mis Documentos'}
            model={model}
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
      title="No se pudieron cargar tus documentos"
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
