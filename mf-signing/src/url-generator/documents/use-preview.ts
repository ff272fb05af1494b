import { useEffect, useMemo, useReducer } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi, reportUnknown } from 'shared/http'
import { PREVIEW_PAGE_SIZE } from '../constants.ts'
import { type DocumentPreview, initialPreview, previewReducer, wantedPage } from './preview.ts'

export interface PreviewActions {
  readonly retry: () => void
  readonly more: () => void
  readonly update: (file: UserFile) => void
  readonly forget: (id: number) => void
}

/** One request at a time. */
export const useDocumentPreview = (): [DocumentPreview, PreviewActions] => {
  const [state, dispatch] = useReducer(previewReducer, initialPreview)
  const page = wantedPage(state)
  const wanted = page !== undefined
  const cursor = page?.cursor

  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    filesApi.find({ sort: 'newest', limit: String(PREVIEW_PAGE_SIZE), cursor }, stop.signal).then(
      ({ documents, next_cursor }) =>
        stop.signal.aborted || dispatch({ kind: 'answered', documents, next: next_cursor }),
      (error: unknown) => {
        reportUnknown(error)
        if (!stop.signal.aborted) dispatch({ kind: 'refused' })
      },
    )
    return () => stop.abort()
  }, [wanted, cursor])

  const actions = useMemo(
    (): PreviewActions => ({
      retry: () => dispatch({ kind: 'retried' }),
      more: () => dispatch({ kind: 'more wanted' }),
      update: (file) => dispatch({ kind: 'updated', file }),
      forget: (id) => dispatch({ kind: 'gone', id }),
    }),
    [],
  )
  return [state, actions]
}
