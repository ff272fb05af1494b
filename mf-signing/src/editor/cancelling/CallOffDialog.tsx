import { type SubmitEvent, useId, useState } from 'react'
import { REASON_MAX } from 'shared/contract'
import { Dialog, TextAreaField } from 'shared/controls'
import { Alert, Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from '../signers/SignerForm.module.css'
import type { Editor } from '../use-editor.ts'
import type { CallOffOutcome } from './call-off.ts'
import { callOff, whoHears } from './call-off.ts'

export interface CallOffDialogProps extends Pick<Editor, 'file' | 'invitations' | 'cancellation' | 'say'> {
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Asks for the reason and names the recipients before cancelling. */
export function CallOffDialog(props: CallOffDialogProps) {
  const { file, invitations, cancellation, say, onChanged, onClose } = props
  const id = useId()
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState<CallOffOutcome>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const next = await callOff(file.id, reason.trim())
    setBusy(false)
    setOutcome(next)
    if (next.kind === 'failed') return
    cancellation.markCancelled(reason.trim())
    onClose()
    say('success', editorTexts.calledOffNow)
    onChanged()
  }
  return (
    <Dialog
      open
      size="sm"
      tone="error"
      closable={!busy}
      onClose={onClose}
      title={editorTexts.callOffTitle}
      description={editorTexts.callOffMeans(whoHears(invitations.guests))}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Volver
          </Button>
          <Button type="submit" form={id} variant="danger" busy={busy} busyLabel="Cancelando…">
            {outcome?.kind === 'failed' && outcome.again ? 'Reintentar' : editorTexts.callOff}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextAreaField
          label="Motivo (opcional)"
          help="Va en el correo que reciben."
          maxLength={REASON_MAX}
          readOnly={busy}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {outcome?.kind === 'failed' && <Alert tone="error" live="assertive" title={outcome.message} />}
      </form>
    </Dialog>
  )
}
