import FileCheck from 'lucide-react/icons/file-check'
import { useState } from 'react'
import { messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import { isCertified } from '../session/guest-rules.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'

export function ReportButton({ guest }: { readonly guest: GuestSession }) {
  const { documentId, fileName, entry } = guest
  const [busy, setBusy] = useState(false)
  if (entry.kind !== 'invitation' || !isCertified(guest)) return null
  const download = async () => {
    setBusy(true)
    try {
      const { evidenceName, fetchEvidence } = await import('shared/http/evidence')
      const report = await fetchEvidence(documentId, 'certificate', { bearer: { token: entry.user.access_token } })
      saveBlob(report, evidenceName(fileName, 'certificate'))
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
    }
    setBusy(false)
  }
  return (
    <Button icon={<FileCheck />} busy={busy} busyLabel={signedTexts.downloadingLabel} onClick={() => void download()}>
      {signedTexts.report}
    </Button>
  )
}
