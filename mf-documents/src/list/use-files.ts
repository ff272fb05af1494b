import { useEffect, useMemo, useReducer } from 'react'
import type { UserFile } from 'shared/contract'
import type { ListQuery } from './document-filters.ts'
import { fetchDocuments } from './fetch-documents.ts'
import { type FilesState, filesReducer, initialFiles } from './files-state.ts'

/** What can be done to the list; the functions stay the same as long as it lives. */
export interface FilesActions {
  /** Fetches what is on show again; it stays until the answer is there. */
  readonly refresh: () => void
  /** Fetches the next page. */
  readonly more: () => void
  /** Shows a document as it is now. */
  readonly tell: (file: UserFile) => void
  /** A document was stored somewhere. */
  readonly created: () => void
  readonly deletionSent: (id: number) => void
  readonly deletionRefused: (id: number) => void
  /** A document is gone for good. */
  readonly deleted: (id: number) => void
}

export interface Files extends FilesActions {
  readonly state: FilesState
}

/**
 * The session's documents, as far as `query` asks for them; nothing is fetched while it is undefined. One request at a
 * time: a new question calls the last one off, and an answer that comes late is dropped.
 */
export const useFiles = (query: ListQuery | undefined): Files => {
  const [state, dispatch] = useReducer(filesReducer, initialFiles)
  const { request } = state

  // The address asks, and may ask something else at any time.
  useEffect(() => {
    if (query) dispatch({ kind: 'queried', query })
  }, [query])

  // The state says what is to be fetched.
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
