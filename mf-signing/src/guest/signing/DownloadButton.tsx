import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from 'shared/ui'
import { signedTexts } from './constants.ts'

export function DownloadButton({ download }: { readonly download: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await download()
    setBusy(false)
  }
  return (
    <Button
      variant="primary"
      icon={<Download />}
      busy={busy}
      busyLabel={signedTexts.downloadingLabel}
      onClick={() => void press()}
    >
      {signedTexts.download}
    </Button>
  )
}
