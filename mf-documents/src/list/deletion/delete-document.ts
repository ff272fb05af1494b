import type { UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { notify } from 'shared/state'
import type { DocumentsActions } from '../../documents/use-documents.ts'
import { failureMessage } from '../../failure-message.ts'

const DELETED = 'Documento eliminado correctamente'

type DeletionSteps = Pick<DocumentsActions, 'deletionSent' | 'deletionRefused' | 'deleted'>

/** Optimistic. */
export const deleteDocument = async ({ id }: UserFile, steps: DeletionSteps): Promise<void> => {
  steps.deletionSent(id)
  try {
    await filesApi.delete(id)
    steps.deleted(id)
    notify({ type: 'success', message: DELETED })
  } catch (error) {
    steps.deletionRefused(id)
    notify({ type: 'error', message: failureMessage(error, 'delete') })
  }
}
