import { useCallback, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { deleteDocument } from './delete-document.ts'
import type { FilesActions } from './use-files.ts'

export interface Deletion {
  /** The document that the person was asked about and has not answered yet. */
  readonly asked: UserFile | undefined
  readonly ask: (file: UserFile) => void
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Deletes a document after a confirmation. The dialog closes with the answer; any number may be on their way. */
export const useDeletion = (files: FilesActions): Deletion => {
  const [asked, setAsked] = useState<UserFile>()
  return {
    asked,
    ask: useCallback((file: UserFile) => setAsked(file), []),
    cancel: () => setAsked(undefined),
    confirm: () => {
      if (!asked) return
      setAsked(undefined)
      void deleteDocument(asked, files)
    },
  }
}
