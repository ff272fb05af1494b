import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { EMAIL_INVALID_MESSAGE, EMAIL_PATTERN, MAX_LENGTHS } from 'shared/contract'
import { Button } from 'shared/ui'
import * as v from 'valibot'
import { Combobox } from '../../ui/Combobox.tsx'
import { editorTexts } from '../constants.ts'
import styles from './SignerForm.module.css'
import { knowsEmail, knowsPerson, type SignerPerson, type SigningParty } from './signers.ts'
import { usePersonSuggestions } from './use-person-suggestions.ts'

const signerSchema = (listed: readonly SigningParty[]) =>
  v.pipe(
    v.object({
      name: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(editorTexts.signerNameMissing),
        v.maxLength(MAX_LENGTHS.signerName),
      ),
      email: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(editorTexts.signerEmailMissing),
        v.regex(EMAIL_PATTERN, EMAIL_INVALID_MESSAGE),
        v.maxLength(MAX_LENGTHS.email),
      ),
    }),
    v.forward(
      v.check((person) => !knowsPerson(listed, person), editorTexts.signerKnown),
      ['email'],
    ),
  )

export interface SignerFormProps {
  readonly submitLabel: string
  readonly listed?: readonly SigningParty[]
  readonly onAdd: (signer: SignerPerson) => void
  readonly onCancel: () => void
  readonly cancelLabel?: string
}

const nobody: readonly SigningParty[] = []

/** At once: the next key may follow soon. */
const focusEmail = (form: HTMLFormElement | null) => {
  const email = form?.elements.namedItem('email')
  if (email instanceof HTMLElement) email.focus()
}

export function SignerForm({
  submitLabel,
  listed = nobody,
  onAdd,
  onCancel,
  cancelLabel = 'Cancelar',
}: SignerFormProps) {
  const { register, handleSubmit, formState, setFocus, setValue, getValues } = useForm<SignerPerson>({
    resolver: valibotResolver(signerSchema(listed)),
    defaultValues: { name: '', email: '' },
    shouldFocusError: false,
  })
  const { errors } = formState
  const { setTyped, pickInto, offered } = usePersonSuggestions((email) => knowsEmail(listed, email))
  const typing = { onChange: (event: { target: { value: string } }) => setTyped(event.target.value) }
  const pick = pickInto({ setValue, setFocus })
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit(onAdd, (wrong) => setFocus(wrong.name ? 'name' : 'email'))}
    >
      <Combobox
        {...offered}
        onPick={pick}
        label="Nombre del firmante"
        autoCapitalize="words"
        autoFocus
        maxLength={MAX_LENGTHS.signerName}
        error={errors.name?.message}
        enterKeyHint="next"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || getValues('email') !== '') return
          event.preventDefault()
          focusEmail(event.currentTarget.form)
        }}
        {...register('name', typing)}
      />
      <Combobox
        {...offered}
        onPick={pick}
        label="Email del firmante"
        type="email"
        inputMode="email"
        enterKeyHint="done"
        error={errors.email?.message}
        {...register('email', typing)}
      />
      <div className={styles.actions}>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button type="submit" variant="primary">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
