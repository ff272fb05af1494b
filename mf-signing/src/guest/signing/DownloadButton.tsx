import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { filesApi, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'

const downloadName = (fileName: string): string => (/\.pdf$/i.test(fileName) ? fileName : `${fileName}.pdf`)

export interface DownloadButtonProps {
  readonly guest: GuestSession
}

export function DownloadButton({ guest: { documentId, fileName, entry } }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
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
  return (
    <Button
      variant="primary"
      icon={<Download />}
      busy={busy}
      busyLabel={signedTexts.downloadingLabel}
      onClick={() => void download()}
    >
      {signedTexts.download}
    </Button>
  )
}
