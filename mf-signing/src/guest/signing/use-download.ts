import { useState } from 'react'
import { filesApi, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import type { Visit } from '../guest-visit.ts'
import { signedTexts } from './constants.ts'

const nameOf = (fileName: string): string => (/\.pdf$/i.test(fileName) ? fileName : `${fileName}.pdf`)

export const useDownload = ({ documentId, fileName, way }: Visit) => {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    notify({ type: 'info', message: signedTexts.downloading })
    try {
      const bearer = way.kind === 'invitation' ? { token: way.user.access_token } : 'none'
      saveBlob(await filesApi.download(documentId, bearer), nameOf(fileName))
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, start: () => void run() }
}
