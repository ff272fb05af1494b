import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { ForwardInvitationSchema, MAX_LENGTHS, REASON_MAX } from 'shared/contract'
import { TextAreaField, TextField } from 'shared/controls'
import * as v from 'valibot'
import { AnswerSheet } from './AnswerSheet.tsx'
import { giveAnswer } from './answer.ts'
import type { AnswerProps } from './answer-props.ts'
import { type AnswerWords, answerTexts } from './constants.ts'
import styles from './GuestAnswers.module.css'
import { useAnswering } from './use-answering.ts'

const { name, email, note } = ForwardInvitationSchema.entries

const otherSchema = (ownEmail: string, words: AnswerWords) =>
  v.object({
    name,
    email: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(words.emailMissing),
      email,
      v.check((address) => address.toLowerCase() !== ownEmail.toLowerCase(), answerTexts.ownEmail),
    ),
    note,
  })

interface Proposal {
  name: string
  email: string
  note?: string | undefined
}

export function ForwardDialog(props: AnswerProps) {
  const { person, words, calls, onAnswered, onClose } = props
  const id = useId()
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: valibotResolver(otherSchema(person.email, words)),
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
      title={words.forward}
      description={words.forwardMeans(person.ownerName)}
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
        onSubmit={handleSubmit((other) => send(() => giveAnswer(() => calls.forward(other))))}
      >
        <ForwardInputs {...{ register, errors, busy, words }} />
      </form>
    </AnswerSheet>
  )
}

interface ForwardInputsProps {
  readonly register: UseFormRegister<Proposal>
  readonly errors: FieldErrors<Proposal>
  readonly busy: boolean
  readonly words: AnswerWords
}

function ForwardInputs({ register, errors, busy, words }: ForwardInputsProps) {
  return (
    <>
      <TextField
        label={words.forwardName}
        autoComplete="off"
        autoFocus
        maxLength={MAX_LENGTHS.signerName}
        readOnly={busy}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={words.forwardEmail}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={MAX_LENGTHS.email}
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
    </>
  )
}
