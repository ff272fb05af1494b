import { fromHeader } from 'pdf/annotate'
import { useCallback, useEffect, useState } from 'react'
import { failureText, isAbort } from 'shared/http'
import { annotationsApi, type RevisionBytes } from 'shared/http/deferred'
import { annotationTexts } from '../texts.ts'

type Base =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly revision: RevisionBytes }
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string }

export interface BaseModel {
  readonly base: Base
  /** Continues on a revision that was just saved. */
  readonly replace: (revision: RevisionBytes) => void
  /** Also resolves on failure. */
  readonly reload: () => Promise<void>
}

const readBase = async (fileId: number, signal: AbortSignal): Promise<Base> => {
  try {
    const [state, revision] = await Promise.all([
      annotationsApi.state(fileId, signal),
      annotationsApi.open(fileId, { signal }),
    ])
    if (state.locked !== null) return { kind: 'locked', reason: state.locked }
    return { kind: 'ready', revision: { ...revision, bytes: fromHeader(revision.bytes) } }
  } catch (error) {
    if (isAbort(error)) throw error
    return { kind: 'failed', message: failureText(error, annotationTexts.openFailed) }
  }
}

/** Loads the complete newest revision: updates need known bytes. */
export const useBase = (fileId: number): BaseModel => {
  const [base, setBase] = useState<Base>({ kind: 'loading' })
  const load = useCallback(
    (signal: AbortSignal) =>
      readBase(fileId, signal).then(
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
