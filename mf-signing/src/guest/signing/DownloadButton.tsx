import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from 'shared/ui'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { downloadSigned } from './download-signed.ts'

export interface DownloadButtonProps {
  readonly guest: GuestSession
}

export function DownloadButton({ guest }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await downloadSigned(guest)
    setBusy(false)
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
