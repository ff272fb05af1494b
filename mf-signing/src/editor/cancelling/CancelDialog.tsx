import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CancelDocumentSchema, REASON_MAX } from 'shared/contract'
import { TextAreaField } from 'shared/controls'
import { Alert } from 'shared/ui'
import { SubmitDialog } from '../../ui/SubmitDialog.tsx'
import { editorTexts } from '../constants.ts'
import styles from '../signers/SignerForm.module.css'
import type { EditorModel } from '../use-editor.ts'
import type { CancelOutcome } from './cancel-document.ts'
import { notifiedNames, requestCancellation } from './cancel-document.ts'

export interface CancelDialogProps extends Pick<EditorModel, 'file' | 'invitations' | 'cancellation' | 'notify'> {
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function CancelDialog(props: CancelDialogProps) {
  const { file, invitations, cancellation, notify, onChanged, onClose } = props
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(CancelDocumentSchema),
    defaultValues: { reason: '' },
  })
  const [outcome, setOutcome] = useState<CancelOutcome>()
  const busy = formState.isSubmitting

  const submit = async ({ reason }: { readonly reason: string }) => {
    const next = await requestCancellation(file.id, reason)
    setOutcome(next)
    if (next.kind === 'failed') return
    cancellation.markCancelled(reason)
    onClose()
    notify('success', editorTexts.signingCancelled)
    onChanged()
  }
  return (
    <SubmitDialog
      size="sm"
      tone="error"
      title={editorTexts.cancelTitle}
      description={editorTexts.cancelMeaning(notifiedNames(invitations.guests))}
      cancel="Volver"
      submit={outcome?.kind === 'failed' && outcome.again ? 'Reintentar' : editorTexts.cancelSigning}
      danger
      busy={busy}
      busyLabel="Cancelando…"
      formClass={styles.form}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
    >
      <TextAreaField
        label="Motivo (opcional)"
        help="Va en el correo que reciben."
        maxLength={REASON_MAX}
        readOnly={busy}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      {outcome?.kind === 'failed' && <Alert tone="error" live="assertive" title={outcome.message} />}
    </SubmitDialog>
  )
}
