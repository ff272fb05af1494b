import { useEffect, useMemo, useReducer } from 'react'
import type { UserFile } from 'shared/contract'
import { reportUnknown } from 'shared/http'
import type { ListQuery } from './document-filters.ts'
import { documentsReducer } from './documents-reducer.ts'
import { type DocumentsState, initialDocuments } from './documents-state.ts'
import { fetchDocuments } from './fetch-documents.ts'

export interface DocumentsActions {
  readonly refresh: () => void
  readonly loadMore: () => void
  readonly streamOpened: (at: string | undefined) => void
  readonly found: (file: UserFile) => void
  readonly update: (file: UserFile) => void
  readonly created: () => void
  readonly deletionSent: (id: number) => void
  readonly deletionRefused: (id: number) => void
  readonly deleted: (id: number) => void
}

export interface DocumentsModel extends DocumentsActions {
  readonly state: DocumentsState
}

/** Loads one request at a time: a new query aborts the last one. */
export const useDocuments = (query: ListQuery | undefined): DocumentsModel => {
  const [state, dispatch] = useReducer(documentsReducer, initialDocuments)
  const { request } = state

  useEffect(() => {
    if (query) dispatch({ kind: 'queried', query })
  }, [query])

  useEffect(() => {
    if (!request) return
    const abort = new AbortController()
    fetchDocuments(request, abort.signal).then(
      ({ documents, next_cursor: next, counts, tags, events_at: eventsAt }) =>
        abort.signal.aborted || dispatch({ kind: 'loaded', id: request.id, documents, next, counts, tags, eventsAt }),
      (error: unknown) => {
        reportUnknown(error)
        if (!abort.signal.aborted) dispatch({ kind: 'load failed', id: request.id })
      },
    )
    return () => abort.abort()
  }, [request])

  const actions = useMemo(
    (): DocumentsActions => ({
      refresh: () => dispatch({ kind: 'refresh requested' }),
      loadMore: () => dispatch({ kind: 'more requested' }),
      streamOpened: (at) => dispatch({ kind: 'stream opened', at }),
      found: (file) => dispatch({ kind: 'found', file }),
      update: (file) => dispatch({ kind: 'updated', file }),
      created: () => dispatch({ kind: 'created' }),
      deletionSent: (id) => dispatch({ kind: 'deletion sent', id }),
      deletionRefused: (id) => dispatch({ kind: 'deletion refused', id }),
      deleted: (id) => dispatch({ kind: 'deleted', id }),
    }),
    [],
  )
  return { ...actions, state }
}
