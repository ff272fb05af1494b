import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from 'shared/ui'
import { signedTexts } from './constants.ts'

export interface DownloadButtonProps {
  readonly download: () => Promise<void>
  /** Another step comes first. */
  readonly isSecond?: boolean
}

export function DownloadButton({ download, isSecond = false }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await download()
    setBusy(false)
  }
  return (
    <Button
      variant={isSecond ? 'secondary' : 'primary'}
      icon={<Download />}
      busy={busy}
      busyLabel={signedTexts.downloadingLabel}
      onClick={() => void press()}
    >
      {signedTexts.download}
    </Button>
  )
}
