import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { DocumentsView, UserFile } from 'shared/contract'
import { Alert, Button } from 'shared/ui'
import { type DocumentFilters, isFiltered, noFilters } from '../documents/document-filters.ts'
import { type ReadyDocuments, visibleDocuments } from '../documents/documents-state.ts'
import type { DocumentsModel } from '../documents/use-documents.ts'
import { DocumentGrid } from './DocumentGrid.tsx'
import styles from './DocumentList.module.css'
import { DeleteDialog } from './deletion/DeleteDialog.tsx'
import { useDeletion } from './deletion/use-deletion.ts'
import { LazyDetailsDialog } from './details/LazyDetailsDialog.tsx'
import type { DocumentAct } from './document-act.ts'
import { EmptyGroup, EmptyList, NothingFound } from './EmptyList.tsx'
import { FilingParts } from './filing/FilingParts.tsx'
import { type FilingModel, useFiling } from './filing/use-filing.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { preloadRows } from './row/lazy-rows.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { useSearchKey } from './use-search-key.ts'

export interface DocumentListProps {
  readonly model: DocumentsModel
  readonly signed: boolean
  readonly filters: DocumentFilters
  readonly view: DocumentsView
  readonly onView: (view: DocumentsView) => void
  readonly onFilter: (filters: DocumentFilters) => void
  readonly onOpen: (file: UserFile) => void
  readonly onUpload: () => void
}

export function DocumentList({ model, signed, filters, view, onView, onFilter, onOpen, onUpload }: DocumentListProps) {
  const { state, refresh } = model
  const { shown } = state
  const region = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  useSearchKey(searchBox)
  usePreloadedRows(view)
  const documents = useMemo(() => visibleDocuments(state, signed), [state, signed])
  const filing = useFiling(model, documents)
  const { act, dialogs } = useDocumentActs(model, filing)
  const hasArchive = !signed && (state.counts?.archived ?? 0) > 0
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
      {(!isEmpty || filtered || hasArchive || isFiltered(filters)) && (
        <Toolbar {...{ searchBox, filters, signed, view, onFilter, onView }} counts={state.counts} tags={state.tags} />
      )}
      <FilingParts {...filing} region={region} onApplied={refresh} />
      {shown.kind === 'loading' && <ListSkeleton view={view} />}
      {(shown.kind === 'failed' || (shown.kind === 'ready' && shown.failure === 'refresh')) && (
        <ListFailure busy={state.request !== undefined} onRetry={refresh} />
      )}
      {shown.kind === 'ready' && isEmpty && (
        <Empty
          {...{ signed, onUpload }}
          ready={shown}
          busy={state.request?.kind === 'first'}
          onClear={clear}
          onArchive={hasArchive ? () => onFilter({ ...noFilters, group: 'archived' }) : undefined}
        />
      )}
      {shown.kind === 'ready' && !isEmpty && (
        <Suspense fallback={<ListSkeleton view={view} />}>
          <DocumentGrid
            label={signed ? 'Documentos Firmados' : 'Mis Documentos'}
            ready={shown}
            onAct={act}
            onTag={filing.tag}
            selection={filing.selection}
            {...{ model, view, documents, region, onOpen }}
          />
        </Suspense>
      )}
      {dialogs}
    </div>
  )
}

const usePreloadedRows = (view: DocumentsView): void =>
  useEffect(() => {
    if (view === 'list') preloadRows()
  }, [view])

/** Acts of a document’s menu, and the dialogs that they open. */
const useDocumentActs = (model: DocumentsModel, filing: FilingModel) => {
  const deletion = useDeletion(model)
  const [described, setDescribed] = useState<UserFile>()
  const act = (file: UserFile, chosen: DocumentAct) => {
    if (chosen === 'delete') deletion.ask(file)
    else if (chosen === 'describe') setDescribed(file)
    else filing.act(file, chosen)
  }
  const dialogs = (
    <>
      <DeleteDialog {...deletion} />
      <LazyDetailsDialog file={described} onChanged={model.update} onClose={() => setDescribed(undefined)} />
    </>
  )
  return { act, dialogs }
}

interface EmptyProps {
  readonly ready: ReadyDocuments
  readonly signed: boolean
  readonly busy: boolean
  readonly onClear: () => void
  readonly onUpload: () => void
  /** Undefined if nothing is archived. */
  readonly onArchive: (() => void) | undefined
}

function Empty({ ready, signed, busy, onClear, onUpload, onArchive }: EmptyProps) {
  const { search, status, group, tag } = ready.query
  if (group !== undefined && search === '' && status === undefined && tag === undefined)
    return <EmptyGroup {...{ group, busy, onClear }} />
  return isFiltered(ready.query) ? (
    <NothingFound {...{ busy, onClear }} hasArchive={onArchive !== undefined && group !== 'archived'} />
  ) : (
    <EmptyList {...{ signed, onUpload, onArchive }} />
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
