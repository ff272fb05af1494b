import RotateCw from 'lucide-react/icons/rotate-cw'
import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { retrySealingCall } from 'shared/contract/sealing'
import { messageOf, request } from 'shared/http'
import { Alert, Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from '../DocumentEditor.module.css'

export interface SealingNoticeProps {
  readonly file: Pick<UserFile, 'id' | 'sealing'>
  readonly onChanged: () => void
}

export function SealingNotice({ file, onChanged }: SealingNoticeProps) {
  // Result of the last retry, until the list updates.
  const [answer, setAnswer] = useState<{ readonly to: UserFile['sealing']; readonly sealing: UserFile['sealing'] }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sealing = answer?.to === file.sealing ? answer.sealing : file.sealing
  if (sealing === null) return null

  const retry = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const next = await request(retrySealingCall, { bearer: 'session', params: { id: file.id }, body: {} })
      setAnswer({ to: file.sealing, sealing: next.sealing })
      onChanged()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  if (sealing.state === 'pending')
    return (
      <Alert tone="info" live="polite" className={styles.notice} title={editorTexts.sealing}>
        {sealing.reason === null ? undefined : editorTexts.sealingAgain(sealing.reason)}
      </Alert>
    )
  return (
    <Alert
      tone="error"
      live="polite"
      className={styles.notice}
      title={editorTexts.sealingFailed}
      actions={
        <Button icon={<RotateCw />} busy={busy} busyLabel="Reintentando…" onClick={() => void retry()}>
          Reintentar
        </Button>
      }
    >
      <p>
        {sealing.reason} {editorTexts.signaturesAreSafe}
      </p>
      {problem && <p>{problem}</p>}
    </Alert>
  )
}
