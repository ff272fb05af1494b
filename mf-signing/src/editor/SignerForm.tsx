import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { EMAIL_PATTERN } from 'shared/contract'
import { Button, TextField } from 'shared/ui'
import * as v from 'valibot'
import { editorTexts } from './constants.ts'
import styles from './EditorPanel.module.css'

const SignerSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(editorTexts.signerNameMissing), v.maxLength(64)),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(editorTexts.signerEmailMissing),
    v.regex(EMAIL_PATTERN, editorTexts.signerEmailInvalid),
    v.maxLength(254),
  ),
})
export type SignerInput = v.InferOutput<typeof SignerSchema>

export interface SignerFormProps {
  readonly onAdd: (signer: SignerInput) => void
  readonly onCancel: () => void
}

/** Who shall sign: their field then appears on the page. */
export function SignerForm({ onAdd, onCancel }: SignerFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<SignerInput>({
    resolver: valibotResolver(SignerSchema),
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
        maxLength={64}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email del firmante"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register('email')}
      />
      <div className={styles.formActions}>
        <Button onClick={onCancel}>Volver</Button>
        <Button type="submit" variant="primary">
          Agregar campo
        </Button>
      </div>
    </form>
  )
}
