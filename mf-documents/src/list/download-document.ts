import type { UserFile } from 'shared/contract'
import { filesApi, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import { DOWNLOAD_FAILURE } from './constants.ts'

/** Saves the newest revision under the document's own name. A failure is told, not thrown. */
export const downloadDocument = async (file: UserFile): Promise<void> => {
  try {
    saveBlob(await filesApi.download(file.id, 'session'), file.original_filename)
  } catch (error) {
    notify({ type: 'error', message: messageOf(error, DOWNLOAD_FAILURE) })
  }
}
