import { useCallback, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { DocumentsActions } from '../../documents/use-documents.ts'
import { deleteDocument } from './delete-document.ts'

export interface Deletion {
  readonly candidate: UserFile | undefined
  readonly ask: (file: UserFile) => void
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Deletions may overlap. */
export const useDeletion = (actions: DocumentsActions): Deletion => {
  const [candidate, setCandidate] = useState<UserFile>()
  return {
    candidate,
    ask: useCallback((file: UserFile) => setCandidate(file), []),
    cancel: () => setCandidate(undefined),
    confirm: () => {
      if (!candidate) return
      setCandidate(undefined)
      void deleteDocument(candidate, actions)
    },
  }
}
