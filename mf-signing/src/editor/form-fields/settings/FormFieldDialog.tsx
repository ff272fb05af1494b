import { type UseFormReturn, useForm } from 'react-hook-form'
import { SelectField, TextAreaField, TextField } from 'shared/controls'
import { SubmitDialog } from '../../../ui/SubmitDialog.tsx'
import type { EditorModel } from '../../use-editor.ts'
import { kindNames, type PlacedFormField } from '../form-field.ts'
import { formFieldTexts } from '../texts.ts'
import styles from './FormFieldDialog.module.css'
import {
  type SettingProblems,
  type SettingValues,
  settingProblems,
  settingsOf,
  settingValuesOf,
} from './setting-values.ts'

export interface FormFieldDialogProps extends Pick<EditorModel, 'forms' | 'signers'> {
  readonly id: string
  readonly onClose: () => void
}

const firstOf = (problems: SettingProblems): keyof SettingValues | undefined => {
  const names: readonly (keyof SettingValues)[] = [
    'signer',
    'label',
    'help',
    'maxLength',
    'min',
    'max',
    'decimals',
    'options',
  ]
  return names.find((name) => problems[name] !== undefined)
}

const useSettings = ({ forms, signers, field, onClose }: SettingsProps) => {
  const known = signers.list.some(({ key }) => key === field.signer)
  const values = settingValuesOf(field)
  const form = useForm<SettingValues>({ defaultValues: known ? values : { ...values, signer: '' } })
  const submit = (next: SettingValues) => {
    const problems = settingProblems(field.rule.kind, next)
    const first = firstOf(problems)
    if (first === undefined) {
      forms.change(field.id, settingsOf(field.rule.kind, next))
      return onClose()
    }
    for (const [name, message] of Object.entries(problems)) form.setError(name as keyof SettingValues, { message })
    form.setFocus(first)
  }
  return { form, onSubmit: form.handleSubmit(submit) }
}

export function FormFieldDialog(props: FormFieldDialogProps) {
  const field = props.forms.all.find(({ id }) => id === props.id)
  return field ? <Settings key={field.id} {...props} field={field} /> : null
}

interface SettingsProps extends FormFieldDialogProps {
  readonly field: PlacedFormField
}

function Settings(props: SettingsProps) {
  const { field, signers, onClose } = props
  const { form, onSubmit } = useSettings(props)
  const { register, formState } = form
  const { errors } = formState
  const able = signers.list.filter(({ fields, byPublicLink }) => fields.length > 0 && !byPublicLink)
  const people = able.map(({ key, name, isOwner }) => ({ value: key, label: isOwner ? `${name} (tú)` : name }))
  const orphan = able.every(({ key }) => key !== field.signer)
  return (
    <SubmitDialog
      size="sm"
      title={`${formFieldTexts.settings}: ${kindNames[field.rule.kind]}`}
      submit="Guardar ajustes"
      formClass={styles.form}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextField
        label="Nombre del campo"
        help="Lo lee quien llena, y sale en la evidencia."
        autoComplete="off"
        autoFocus
        error={errors.label?.message}
        {...register('label')}
      />
      <SelectField
        label={formFieldTexts.signer}
        options={orphan ? [{ value: '', label: 'Elige una persona' }, ...people] : people}
        help={orphan ? formFieldTexts.orphanHelp : undefined}
        error={errors.signer?.message}
        {...register('signer')}
      />
      <Check label="Obligatorio: sin llenarlo no se puede firmar" input={register('required')} />
      <TextField label="Ayuda (opcional)" autoComplete="off" error={errors.help?.message} {...register('help')} />
      <RuleInputs form={form} kind={field.rule.kind} />
    </SubmitDialog>
  )
}

interface CheckProps {
  readonly label: string
  readonly input: ReturnType<UseFormReturn<SettingValues>['register']>
}

function Check({ label, input }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      {label}
    </label>
  )
}

interface RuleInputsProps {
  readonly form: UseFormReturn<SettingValues>
  readonly kind: PlacedFormField['rule']['kind']
}

function RuleInputs({ form: { register, formState }, kind }: RuleInputsProps) {
  const { errors } = formState
  const number = (name: 'maxLength' | 'min' | 'max' | 'decimals', label: string) => (
    <TextField label={label} inputMode="decimal" autoComplete="off" error={errors[name]?.message} {...register(name)} />
  )
  switch (kind) {
    case 'text':
      return (
        <>
          {number('maxLength', 'Caracteres, como máximo')}
          <Check label="Varias líneas" input={register('multiline')} />
        </>
      )
    case 'number':
      return (
        <div className={styles.limits}>
          {number('min', 'Mínimo (opcional)')}
          {number('max', 'Máximo (opcional)')}
          {number('decimals', 'Decimales')}
        </div>
      )
    case 'date':
      return <Check label="Propone el día en que firma" input={register('defaultToday')} />
    case 'choice':
      return (
        <TextAreaField
          label="Opciones"
          help="Una por línea; de 2 a 50."
          rows={5}
          error={errors.options?.message}
          {...register('options')}
        />
      )
    case 'checkbox':
    case 'initials':
      return null
  }
}
