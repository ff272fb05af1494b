import { fromHeader } from 'pdf/annotate'
import { useCallback, useEffect, useState } from 'react'
import { isAbort, messageOf, REQUEST_FALLBACK } from 'shared/http'
import { annotationsApi, type RevisionBytes } from 'shared/http/annotations'

/** The revision that is annotated. */
export type Base =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly revision: RevisionBytes }
  /** Nobody may annotate it; why. */
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string }

export interface BaseModel {
  readonly base: Base
  /** Another revision is annotated from now on: it was stored a moment ago. */
  readonly replace: (revision: RevisionBytes) => void
  /** Reads the newest revision anew; resolves when it is there, or is not to be had. */
  readonly reload: () => Promise<void>
}

const read = async (fileId: number, signal: AbortSignal): Promise<Base> => {
  try {
    const [state, revision] = await Promise.all([
      annotationsApi.state(fileId, signal),
      annotationsApi.open(fileId, { signal }),
    ])
    if (state.locked !== null) return { kind: 'locked', reason: state.locked }
    return { kind: 'ready', revision: { ...revision, bytes: fromHeader(revision.bytes) } }
  } catch (error) {
    if (isAbort(error)) throw error
    return { kind: 'failed', message: messageOf(error, REQUEST_FALLBACK) }
  }
}

/** Reads the newest revision whole: what is appended to it is appended to known bytes. */
export const useBase = (fileId: number): BaseModel => {
  const [base, setBase] = useState<Base>({ kind: 'loading' })
  const load = useCallback(
    (signal: AbortSignal) =>
      read(fileId, signal).then(
        (next) => signal.aborted || setBase(next),
        () => undefined,
      ),
    [fileId],
  )
  useEffect(() => {
    const abort = new AbortController()
    void load(abort.signal)
    return () => abort.abort()
  }, [load])
  return {
    base,
    replace: (revision) => setBase({ kind: 'ready', revision }),
    reload: async () => {
      setBase({ kind: 'loading' })
      await load(new AbortController().signal)
    },
  }
}
