import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ForwardInvitationSchema } from 'shared/contract'
import { TextAreaField, TextField } from 'shared/controls'
import * as v from 'valibot'
import type { AnswerProps } from './AnswerDialog.tsx'
import { AnswerSheet } from './AnswerSheet.tsx'
import { proposeOther } from './answer.ts'
import { answerTexts, REASON_MAX } from './constants.ts'
import styles from './GuestAnswers.module.css'
import { useAnswering } from './use-answering.ts'

const { name, email, note } = ForwardInvitationSchema.entries

/** Rejects the guest's own address. */
const otherSchema = (ownEmail: string) =>
  v.object({
    name,
    email: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(answerTexts.emailMissing),
      email,
      v.check((address) => address.toLowerCase() !== ownEmail.toLowerCase(), answerTexts.ownEmail),
    ),
    note,
  })

/** Proposes another signer; the owner confirms. */
export function ForwardDialog(props: AnswerProps) {
  const { invitation, onAnswered, onClose } = props
  const id = useId()
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: valibotResolver(otherSchema(invitation.user.email)),
    defaultValues: { name: '', email: '', note: '' },
  })
  const { errors } = formState
  const { state, busy, send } = useAnswering(() => {
    const proposal = getValues()
    onAnswered({ proposal: { name: proposal.name.trim(), email: proposal.email.trim() } })
    onClose()
  })
  return (
    <AnswerSheet
      title={answerTexts.forward}
      description={answerTexts.forwardMeans(invitation.ownerName)}
      confirmLabel={answerTexts.forwardConfirm}
      busyLabel={answerTexts.forwarding}
      state={state}
      form={id}
      onClose={onClose}
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={handleSubmit((other) => send(() => proposeOther(props, other)))}
      >
        <TextField
          label={answerTexts.forwardName}
          autoComplete="off"
          autoFocus
          maxLength={64}
          readOnly={busy}
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label={answerTexts.forwardEmail}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          readOnly={busy}
          error={errors.email?.message}
          {...register('email')}
        />
        <TextAreaField
          label={answerTexts.forwardNote}
          help={answerTexts.forwardNoteHelp}
          rows={2}
          maxLength={REASON_MAX}
          readOnly={busy}
          error={errors.note?.message}
          {...register('note')}
        />
      </form>
    </AnswerSheet>
  )
}
