import { filesApi, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'

const downloadName = (fileName: string): string => (/\.pdf$/i.test(fileName) ? fileName : `${fileName}.pdf`)

/** Never throws: a notification tells what failed. */
export const downloadSigned = async ({ documentId, fileName, entry }: GuestSession): Promise<void> => {
  notify({ type: 'info', message: signedTexts.downloading })
  try {
    const bearer = entry.kind === 'invitation' ? { token: entry.user.access_token } : 'none'
    saveBlob(await filesApi.download(documentId, bearer), downloadName(fileName))
  } catch (error) {
    notify({ type: 'error', message: messageOf(error) })
  }
}
