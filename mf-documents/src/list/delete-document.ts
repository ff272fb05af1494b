import type { UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { notify } from 'shared/state'
import { DELETE_SUCCESS } from './constants.ts'
import { deleteFailure } from './delete-failure.ts'
import type { FilesActions } from './use-files.ts'

type DeletionSteps = Pick<FilesActions, 'deletionSent' | 'deletionRefused' | 'deleted'>

/** Deletes optimistically; restores the document on failure. */
export const deleteDocument = async ({ id }: UserFile, steps: DeletionSteps): Promise<void> => {
  steps.deletionSent(id)
  try {
    await filesApi.delete(id)
    steps.deleted(id)
    notify({ type: 'success', message: DELETE_SUCCESS })
  } catch (error) {
    steps.deletionRefused(id)
    notify({ type: 'error', message: deleteFailure(error) })
  }
}
