import { useEffect, useMemo, useReducer } from 'react'
import type { UserFile } from 'shared/contract'
import type { ListQuery } from './document-filters.ts'
import { fetchDocuments } from './fetch-documents.ts'
import { type FilesState, filesReducer, initialFiles } from './files-state.ts'

/** The functions are stable. */
export interface FilesActions {
  /** Reloads the visible documents in the background. */
  readonly refresh: () => void
  readonly more: () => void
  /** Updates one document. */
  readonly tell: (file: UserFile) => void
  /** A document was stored. */
  readonly created: () => void
  readonly deletionSent: (id: number) => void
  readonly deletionRefused: (id: number) => void
  /** The deletion is final. */
  readonly deleted: (id: number) => void
}

export interface Files extends FilesActions {
  readonly state: FilesState
}

/**
 * Loads one request at a time: a new query
 * aborts the last one and drops its response.
 */
export const useFiles = (query: ListQuery | undefined): Files => {
  const [state, dispatch] = useReducer(filesReducer, initialFiles)
  const { request } = state

  // The query comes from the URL.
  useEffect(() => {
    if (query) dispatch({ kind: 'queried', query })
  }, [query])

  // The state determines the request.
  useEffect(() => {
    if (!request) return
    const stop = new AbortController()
    fetchDocuments(request, stop.signal).then(
      ({ documents, next_cursor }) =>
        stop.signal.aborted || dispatch({ kind: 'answered', id: request.id, documents, next: next_cursor }),
      () => stop.signal.aborted || dispatch({ kind: 'refused', id: request.id }),
    )
    return () => stop.abort()
  }, [request])

  const actions = useMemo(
    (): FilesActions => ({
      refresh: () => dispatch({ kind: 'refresh wanted' }),
      more: () => dispatch({ kind: 'more wanted' }),
      tell: (file) => dispatch({ kind: 'told', file }),
      created: () => dispatch({ kind: 'created' }),
      deletionSent: (id) => dispatch({ kind: 'deletion sent', id }),
      deletionRefused: (id) => dispatch({ kind: 'deletion refused', id }),
      deleted: (id) => dispatch({ kind: 'deleted', id }),
    }),
    [],
  )
  return { ...actions, state }
}
