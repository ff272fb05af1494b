import { useId } from 'react'
import { useForm } from 'react-hook-form'
import {
  type NewProgramToken,
  NewProgramTokenSchema,
  PROGRAM_NAME_MAX_LENGTH,
  programLifeDays,
  programScopes,
} from 'shared/contract/accounts'
import { SelectField, TextField } from 'shared/controls'
import checks from '../forms/Checks.module.css'
import { validateFirst } from '../forms/validate-first.ts'
import { SecurityDialog } from '../security/SecurityDialog.tsx'
import type { CredentialTexts } from './credential-texts.ts'
import styles from './Programs.module.css'
import { scopeTexts } from './scope-texts.ts'

export interface NewCredentialDialogProps {
  readonly texts: CredentialTexts
  readonly create: (values: NewProgramToken) => Promise<void>
  readonly onClose: () => void
}

const lifeTexts: Readonly<Record<(typeof programLifeDays)[number], string>> = {
  30: '30 días',
  90: '90 días',
  365: 'Un año',
}
const lives = programLifeDays.map((days) => ({ value: String(days), label: lifeTexts[days] }))

const fresh: NewProgramToken = { name: '', scopes: ['documents:read'], days: 90 }

export function NewCredentialDialog({ texts, create, onClose }: NewCredentialDialogProps) {
  const id = useId()
  const form = useForm({
    resolver: validateFirst(NewProgramTokenSchema),
    defaultValues: fresh,
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <SecurityDialog
      form={form}
      fields={['name', 'scopes', 'days']}
      title={texts.create}
      description={texts.createDescription}
      submit={{ label: texts.create, busyLabel: 'Creando…' }}
      work={create}
      onClose={onClose}
    >
      <TextField
        label="Nombre del programa"
        maxLength={PROGRAM_NAME_MAX_LENGTH}
        required
        help="Para reconocerlo después, por ejemplo «Contabilidad»."
        error={errors.name?.message}
        {...register('name')}
      />
      <fieldset className={checks.checks} aria-describedby={errors.scopes && `${id}-error`}>
        <legend>Permisos</legend>
        {programScopes.map((scope) => (
          <div key={scope} className={styles.scope}>
            <label>
              <input type="checkbox" value={scope} aria-describedby={`${id}-${scope}`} {...register('scopes')} />
              {scopeTexts[scope].label}
            </label>
            <p id={`${id}-${scope}`}>{scopeTexts[scope].text}</p>
          </div>
        ))}
        {errors.scopes && (
          <p id={`${id}-error`} className={checks.error} aria-live="polite">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <SelectField
        label="Vence en"
        options={lives}
        error={errors.days?.message}
        {...register('days', { valueAsNumber: true })}
      />
    </SecurityDialog>
  )
}
