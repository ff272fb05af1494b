import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { DeclineInvitationSchema, REASON_MAX } from 'shared/contract'
import { TextAreaField } from 'shared/controls'
import { forgetKeptDrawing } from '../signing/forget-drawing.ts'
import { AnswerSheet } from './AnswerSheet.tsx'
import { sendDecline } from './answer.ts'
import type { AnswerProps } from './answer-props.ts'
import { answerTexts } from './constants.ts'
import styles from './GuestAnswers.module.css'
import { useAnswering } from './use-answering.ts'

export function DeclineDialog(props: AnswerProps) {
  const id = useId()
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(DeclineInvitationSchema),
    defaultValues: { reason: '' },
  })
  const { state, busy, send } = useAnswering(() => {
    forgetKeptDrawing(props.fieldId)
    props.onDeclined()
  })
  return (
    <AnswerSheet
      danger
      title={answerTexts.decline}
      description={answerTexts.declineMeans(props.invitation.ownerName)}
      confirmLabel={answerTexts.declineConfirm}
      busyLabel={answerTexts.declining}
      state={state}
      form={id}
      onClose={props.onClose}
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={handleSubmit(({ reason }) => send(() => sendDecline(props, reason)))}
      >
        <TextAreaField
          label={answerTexts.declineReason}
          help={answerTexts.declineHelp}
          autoFocus
          maxLength={REASON_MAX}
          readOnly={busy}
          error={formState.errors.reason?.message}
          {...register('reason')}
        />
      </form>
    </AnswerSheet>
  )
}
