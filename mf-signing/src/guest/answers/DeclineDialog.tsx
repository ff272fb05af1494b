import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { DeclineInvitationSchema, REASON_MAX } from 'shared/contract'
import { TextAreaField } from 'shared/controls'
import { AnswerSheet } from './AnswerSheet.tsx'
import { giveAnswer } from './answer.ts'
import type { AnswerProps } from './answer-props.ts'
import { answerTexts } from './constants.ts'
import styles from './GuestAnswers.module.css'
import { useAnswering } from './use-answering.ts'

export function DeclineDialog({ person, words, calls, onDeclined, onClose }: AnswerProps) {
  const id = useId()
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(DeclineInvitationSchema),
    defaultValues: { reason: '' },
  })
  const { state, busy, send } = useAnswering(onDeclined)
  return (
    <AnswerSheet
      danger
      title={words.decline}
      description={words.declineMeans(person.ownerName)}
      confirmLabel={words.declineConfirm}
      busyLabel={answerTexts.declining}
      state={state}
      form={id}
      onClose={onClose}
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={handleSubmit(({ reason }) =>
          send(() => giveAnswer(() => calls.decline(reason), 'INVITATION_DECLINED')),
        )}
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
