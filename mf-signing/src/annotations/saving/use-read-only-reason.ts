import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { annotationsApi } from 'shared/http/deferred'

export interface ReadOnlyReasonOptions {
  readonly file: UserFile
  /** Hash of the annotated revision. */
  readonly base: string | undefined
  readonly onNewRevision: () => void
}

export const useReadOnlyReason = ({ file, base, onNewRevision }: ReadOnlyReasonOptions): string | undefined => {
  const [reason, setReason] = useState<string>()
  useEffect(() => {
    if (base === undefined) return
    const abort = new AbortController()
    annotationsApi.state(file.id, abort.signal).then(
      ({ locked, sha256 }) => {
        if (abort.signal.aborted) return
        setReason(locked ?? undefined)
        if (sha256 !== base) onNewRevision()
      },
      // Ignored: saving reports the error.
      () => undefined,
    )
    return () => abort.abort()
    // `onNewRevision` must not trigger a request.
  }, [file, base])
  return reason
}
