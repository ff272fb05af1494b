import { useCallback, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { DocumentsActions } from '../../documents/use-documents.ts'
import { deleteDocument } from './delete-document.ts'

export interface Deletion {
  /** Awaits the user's confirmation. */
  readonly asked: UserFile | undefined
  readonly ask: (file: UserFile) => void
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Deletes after a confirmation; deletions may overlap. */
export const useDeletion = (actions: DocumentsActions): Deletion => {
  const [asked, setAsked] = useState<UserFile>()
  return {
    asked,
    ask: useCallback((file: UserFile) => setAsked(file), []),
    cancel: () => setAsked(undefined),
    confirm: () => {
      if (!asked) return
      setAsked(undefined)
      void deleteDocument(asked, actions)
    },
  }
}
