import { useState } from 'react'
import { filesApi, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'

const downloadName = (fileName: string): string => (/\.pdf$/i.test(fileName) ? fileName : `${fileName}.pdf`)

export const useDownload = ({ documentId, fileName, entry }: GuestSession) => {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    notify({ type: 'info', message: signedTexts.downloading })
    try {
      const bearer = entry.kind === 'invitation' ? { token: entry.user.access_token } : 'none'
      saveBlob(await filesApi.download(documentId, bearer), downloadName(fileName))
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, start: () => void run() }
}
