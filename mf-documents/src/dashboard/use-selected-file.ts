import { useCallback, useEffect, useState } from 'react'
import { parseId, type UserFile } from 'shared/contract'
import { filesApi, HttpError, isAbort } from 'shared/http'
import { knownDocument } from '../list/files-state.ts'
import type { Files } from '../list/use-files.ts'

export type Selection =
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

export const useSelectedFile = (selected: string | undefined, { state, tell }: Files): Selection => {
  const id = parseId(selected)
  const file = id === undefined ? undefined : knownDocument(state, id)
  const [failure, setFailure] = useState<Failure>()
  const unknown = id !== undefined && file === undefined && failure?.id !== id

  useEffect(() => {
    if (!unknown) return
    const stop = new AbortController()
    filesApi.get(id, stop.signal).then(tell, (error: unknown) => {
      if (isAbort(error) || stop.signal.aborted) return
      const missing = error instanceof HttpError && error.status === 404
      setFailure({ id, kind: missing ? 'missing' : 'failed' })
    })
    return () => stop.abort()
  }, [id, unknown, tell])

  const retry = useCallback(() => setFailure(undefined), [])
  if (selected === undefined) return { kind: 'none' }
  if (file) return { kind: 'open', file }
  if (id === undefined) return { kind: 'missing' }
  if (failure?.id !== id) return { kind: 'loading' }
  return failure.kind === 'missing' ? { kind: 'missing' } : { kind: 'failed', retry }
}
