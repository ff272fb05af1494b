import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { EMAIL_INVALID_MESSAGE, EMAIL_PATTERN, MAX_LENGTHS, REASON_MAX } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import { SelectField, TextAreaField, TextField } from 'shared/controls'
import { messageOf } from 'shared/http'
import { copyMoments, participantKinds, ROLE_NAME_MAX_LENGTH } from 'shared/http/deferred'
import { Alert } from 'shared/ui'
import * as v from 'valibot'
import { Combobox } from '../../../ui/Combobox.tsx'
import { SubmitDialog } from '../../../ui/SubmitDialog.tsx'
import { usePersonSuggestions } from '../../signers/use-person-suggestions.ts'
import { newRoleEmail } from '../../template-edit/is-role.ts'
import { templateTexts } from '../../template-edit/texts.ts'
import styles from './Participants.module.css'
import { copyLabels, kindChoices, kindLabels, participantTexts as texts } from './texts.ts'
import type { ParticipantsModel } from './use-participants.ts'

const ParticipantForm = v.object({
  kind: v.picklist(participantKinds),
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.nameMissing), v.maxLength(MAX_LENGTHS.signerName)),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(texts.emailMissing),
    v.regex(EMAIL_PATTERN, EMAIL_INVALID_MESSAGE),
    v.maxLength(MAX_LENGTHS.email),
  ),
  note: v.pipe(v.string(), v.trim(), v.maxLength(REASON_MAX)),
  copy_when: v.picklist(copyMoments),
  in_sending: v.boolean(),
})
type ParticipantInput = v.InferOutput<typeof ParticipantForm>

const copyOptions = (['completed', 'sent', 'both'] as const).map((value) => ({ value, label: copyLabels[value] }))

export interface ParticipantDialogProps {
  /** Undefined for a new one. */
  readonly known: Participant | undefined
  readonly participants: Pick<ParticipantsModel, 'list' | 'save' | 'ofTemplate' | 'documents'>
  readonly onClose: () => void
}

const startOf = ({ known, participants }: ParticipantDialogProps): ParticipantInput => ({
  kind: known?.kind ?? 'visto_bueno',
  name: known?.name ?? '',
  email: known?.email ?? (participants.ofTemplate ? newRoleEmail() : ''),
  note: known?.note ?? '',
  copy_when: known?.copy_when ?? 'completed',
  in_sending: known === undefined && participants.documents > 1,
})

const useParticipantForm = (props: ParticipantDialogProps) => {
  const { known, participants, onClose } = props
  const [problem, setProblem] = useState<string>()
  const form = useForm<ParticipantInput>({ resolver: valibotResolver(ParticipantForm), defaultValues: startOf(props) })
  const submit = form.handleSubmit(async ({ copy_when, ...details }) => {
    setProblem(undefined)
    try {
      await participants.save({ ...details, copy_when: details.kind === 'copia' ? copy_when : null }, known)
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  })
  return { form, problem, submit }
}

/** A failure keeps what was typed. */
export function ParticipantDialog(props: ParticipantDialogProps) {
  const { known, participants, onClose } = props
  const { form, problem, submit } = useParticipantForm(props)
  const { ofTemplate, documents } = participants
  const kind = form.watch('kind')
  const addTitle = ofTemplate ? templateTexts.addOther : texts.addTitle
  const busy = form.formState.isSubmitting
  return (
    <SubmitDialog
      title={known ? texts.changeTitle(known.name) : addTitle}
      submit={known ? texts.submitChange : texts.submitAdd}
      busyLabel={texts.saving}
      formClass={styles.form}
      onSubmit={(event) => void submit(event)}
      {...{ busy, onClose }}
    >
      {!known && <KindChoice form={form} />}
      {ofTemplate ? <RoleName form={form} /> : <PersonInputs {...props} form={form} />}
      {kind === 'copia' && <SelectField label={texts.copyWhen} options={copyOptions} {...form.register('copy_when')} />}
      <TextAreaField
        label={texts.note}
        help={texts.noteHelp}
        rows={2}
        maxLength={REASON_MAX}
        error={form.formState.errors.note?.message}
        {...form.register('note')}
      />
      {!known && documents > 1 && (
        <label className={styles.kind}>
          <input type="checkbox" {...form.register('in_sending')} />
          {texts.inSending(documents)}
        </label>
      )}
      {problem && <Alert tone="error" live="assertive" title={problem} />}
    </SubmitDialog>
  )
}

type ParticipantFormModel = ReturnType<typeof useParticipantForm>['form']

function KindChoice({ form }: { readonly form: ParticipantFormModel }) {
  return (
    <fieldset className={styles.kinds}>
      <legend>{texts.kind}</legend>
      {kindChoices.map(({ kind, meaning }) => (
        <label key={kind} className={styles.kind}>
          <input type="radio" value={kind} {...form.register('kind')} />
          <span>
            {kindLabels[kind]}
            <span className={styles.meaning}>{meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function RoleName({ form }: { readonly form: ParticipantFormModel }) {
  return (
    <TextField
      label={templateTexts.roleName}
      help={templateTexts.otherHelp}
      maxLength={ROLE_NAME_MAX_LENGTH}
      error={form.formState.errors.name?.message}
      {...form.register('name')}
    />
  )
}

function PersonInputs({ participants, form }: ParticipantDialogProps & { readonly form: ParticipantFormModel }) {
  const { register, formState } = form
  const { errors } = formState
  const { setTyped, pickInto, offered } = usePersonSuggestions((email) =>
    participants.list.some((one) => one.email.toLowerCase() === email.toLowerCase()),
  )
  const typing = { onChange: (event: { target: { value: string } }) => setTyped(event.target.value) }
  const pick = pickInto(form)
  return (
    <>
      <Combobox
        {...offered}
        onPick={pick}
        label={texts.name}
        autoCapitalize="words"
        maxLength={MAX_LENGTHS.signerName}
        error={errors.name?.message}
        {...register('name', typing)}
      />
      <Combobox
        {...offered}
        onPick={pick}
        label={texts.email}
        type="email"
        inputMode="email"
        error={errors.email?.message}
        {...register('email', typing)}
      />
    </>
  )
}
