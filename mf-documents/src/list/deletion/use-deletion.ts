import { useCallback, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { notify } from 'shared/state'
import type { DocumentsActions } from '../../documents/use-documents.ts'
import { documentFailureMessage } from '../../failure-message.ts'

const DELETED = 'Documento eliminado correctamente'

type DeletionSteps = Pick<DocumentsActions, 'deletionSent' | 'deletionRefused' | 'deleted'>

/** Optimistic. */
const deleteDocument = async ({ id }: UserFile, steps: DeletionSteps): Promise<void> => {
  steps.deletionSent(id)
  try {
    await filesApi.delete(id)
    steps.deleted(id)
    notify({ type: 'success', message: DELETED })
  } catch (error) {
    steps.deletionRefused(id)
    notify({ type: 'error', message: documentFailureMessage(error, 'delete') })
  }
}

export interface DeletionModel {
  readonly candidate: UserFile | undefined
  readonly ask: (file: UserFile) => void
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Deletions may overlap. */
export const useDeletion = (actions: DocumentsActions): DeletionModel => {
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
