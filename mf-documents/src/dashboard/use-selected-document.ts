import { useCallback, useEffect, useState } from 'react'
import { parseId, type UserFile } from 'shared/contract'
import { filesApi, isAbort, isNotFound, reportUnknown } from 'shared/http'
import { findListedDocument } from '../documents/documents-state.ts'
import type { DocumentsModel } from '../documents/use-documents.ts'

export type DocumentSelection =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly file: UserFile }
  /** The user owns no such document. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly retry: () => void }

interface Failure {
  readonly id: number
  readonly kind: 'missing' | 'failed'
}

export const useSelectedDocument = (
  selected: string | undefined,
  { state, found }: DocumentsModel,
): DocumentSelection => {
  const id = parseId(selected)
  const file = id === undefined ? undefined : findListedDocument(state, id)
  const [failure, setFailure] = useState<Failure>()
  const isUnknown = id !== undefined && file === undefined && failure?.id !== id

  useEffect(() => {
    if (!isUnknown) return
    const abort = new AbortController()
    filesApi.get(id, abort.signal).then(found, (error: unknown) => {
      if (isAbort(error) || abort.signal.aborted) return
      reportUnknown(error)
      setFailure({ id, kind: isNotFound(error) ? 'missing' : 'failed' })
    })
    return () => abort.abort()
  }, [id, isUnknown, found])

  const retry = useCallback(() => setFailure(undefined), [])
  if (selected === undefined) return { kind: 'none' }
  if (file) return { kind: 'open', file }
  if (id === undefined) return { kind: 'missing' }
  if (failure?.id !== id) return { kind: 'loading' }
  return failure.kind === 'missing' ? { kind: 'missing' } : { kind: 'failed', retry }
}
