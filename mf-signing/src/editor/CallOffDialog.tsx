import { type SubmitEvent, useId, useState } from 'react'
import { Dialog, TextAreaField } from 'shared/controls'
import { Alert, Button } from 'shared/ui'
import type { CallOffOutcome } from './call-off.ts'
import { callOff, whoHears } from './call-off.ts'
import { editorTexts, REASON_MAX } from './constants.ts'
import styles from './SignerForm.module.css'
import type { Editor } from './use-editor.ts'

/** Asks for the reason and names the recipients before cancelling. */
export function CallOffDialog({ editor, onChanged }: { editor: Editor; onChanged: () => void }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState<CallOffOutcome>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const next = await callOff(editor.file.id, reason.trim())
    setBusy(false)
    setOutcome(next)
    if (next.kind === 'failed') return
    editor.markCalledOff(reason.trim())
    editor.closeDialog()
    editor.say('success', editorTexts.calledOffNow)
    onChanged()
  }
  return (
    <Dialog
      open
      size="sm"
      tone="error"
      closable={!busy}
      onClose={editor.closeDialog}
      title={editorTexts.callOffTitle}
      description={editorTexts.callOffMeans(whoHears(editor.guests))}
      footer={
        <>
          <Button onClick={editor.closeDialog} disabled={busy}>
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
