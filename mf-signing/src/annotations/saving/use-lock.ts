import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { annotationsApi } from 'shared/http/annotations'

export interface LockOptions {
  /** As the list has it: another object after everything that happens to the document. */
  readonly file: UserFile
  /** Hash of the revision that is annotated. */
  readonly base: string | undefined
  /** Another revision is the newest now. */
  readonly onNewRevision: () => void
}

/** Why the document can no longer be annotated: it was sent, or signed, while somebody annotated it. */
export const useLock = ({ file, base, onNewRevision }: LockOptions): string | undefined => {
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
      // Whoever cannot be asked will say so when it comes to saving.
      () => undefined,
    )
    return () => abort.abort()
    // What is to be done about a new revision is no reason to ask again.
  }, [file, base])
  return reason
}
