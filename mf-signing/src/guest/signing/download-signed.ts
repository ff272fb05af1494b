import { filesApi, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'

const downloadName = (fileName: string): string => (/\.pdf$/i.test(fileName) ? fileName : `${fileName}.pdf`)

/** Never throws: a notification names the failure. */
export const saveShownDocument = async (fileName: string, bytes: () => Promise<Blob>): Promise<void> => {
  notify({ type: 'info', message: signedTexts.downloading })
  try {
    saveBlob(await bytes(), downloadName(fileName))
  } catch (error) {
    notify({ type: 'error', message: messageOf(error) })
  }
}

/** Never throws, as `saveShownDocument`. */
export const downloadSigned = ({ documentId, fileName, entry }: GuestSession): Promise<void> =>
  saveShownDocument(fileName, () =>
    filesApi.download(documentId, entry.kind === 'invitation' ? { token: entry.user.access_token } : 'none'),
  )
