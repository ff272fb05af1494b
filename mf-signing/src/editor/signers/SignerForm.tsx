import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { EMAIL_INVALID_MESSAGE, EMAIL_PATTERN, MAX_LENGTHS } from 'shared/contract'
import { TextField } from 'shared/controls'
import { Button } from 'shared/ui'
import * as v from 'valibot'
import { editorTexts } from '../constants.ts'
import styles from './SignerForm.module.css'
import type { Person } from './signers.ts'

const signerSchema = (isKnown: (email: string) => boolean) =>
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(editorTexts.signerNameMissing), v.maxLength(MAX_LENGTHS.signerName)),
    email: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(editorTexts.signerEmailMissing),
      v.regex(EMAIL_PATTERN, EMAIL_INVALID_MESSAGE),
      v.maxLength(MAX_LENGTHS.email),
      v.check((email) => !isKnown(email), editorTexts.signerKnown),
    ),
  })

export interface SignerFormProps {
  readonly submitLabel: string
  readonly isKnown?: (email: string) => boolean
  readonly onAdd: (signer: Person) => void
  readonly onCancel: () => void
  readonly cancelLabel?: string
}

const nobody = () => false

/** At once: the next key may follow soon. */
const focusEmail = (form: HTMLFormElement | null) => {
  const email = form?.elements.namedItem('email')
  if (email instanceof HTMLElement) email.focus()
}

export function SignerForm({
  submitLabel,
  isKnown = nobody,
  onAdd,
  onCancel,
  cancelLabel = 'Cancelar',
}: SignerFormProps) {
  const { register, handleSubmit, formState, setFocus, getValues } = useForm<Person>({
    resolver: valibotResolver(signerSchema(isKnown)),
    defaultValues: { name: '', email: '' },
    shouldFocusError: false,
  })
  const { errors } = formState
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit(onAdd, (wrong) => setFocus(wrong.name ? 'name' : 'email'))}
    >
      <TextField
        label="Nombre del firmante"
        autoComplete="off"
        autoFocus
        maxLength={MAX_LENGTHS.signerName}
        error={errors.name?.message}
        enterKeyHint="next"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || getValues('email') !== '') return
          event.preventDefault()
          focusEmail(event.currentTarget.form)
        }}
        {...register('name')}
      />
      <TextField
        label="Email del firmante"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        error={errors.email?.message}
        {...register('email')}
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
