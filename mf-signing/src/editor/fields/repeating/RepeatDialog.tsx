import { useId } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { Dialog, TextField } from 'shared/controls'
import { Button } from 'shared/ui'
import type { TemporaryField } from '../../../fields/field-lifecycle.ts'
import type { PageChoice } from '../../../fields/repeat-on-pages.ts'
import { choiceProblem } from '../../../fields/repeat-on-pages.ts'
import { editorTexts } from '../../constants.ts'
import type { Editor } from '../../use-editor.ts'
import styles from './RepeatDialog.module.css'

const kinds = [
  { kind: 'all', label: 'Todas las páginas' },
  { kind: 'range', label: 'Un rango de páginas' },
] as const

interface RepeatValues {
  readonly kind: PageChoice['kind']
  readonly from: string
  readonly to: string
}

export interface RepeatDialogProps extends Pick<Editor, 'fields'> {
  readonly field: TemporaryField
  readonly pageCount: number
  readonly onClose: () => void
}

export function RepeatDialog({ fields, field, pageCount, onClose }: RepeatDialogProps) {
  const id = useId()
  const { register, handleSubmit, watch, setError, clearErrors, formState } = useForm<RepeatValues>({
    defaultValues: { kind: 'all', from: '1', to: String(pageCount) },
  })
  const submit = ({ kind, from, to }: RepeatValues) => {
    const choice: PageChoice = kind === 'all' ? { kind } : { kind, from: Number(from), to: Number(to) }
    const wrong = choiceProblem(choice, pageCount) ?? fields.repeat(field, choice)
    if (wrong === undefined) onClose()
    else setError('root', { message: wrong })
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={editorTexts.repeat}
      description={`El campo de ${field.signerName} queda en el mismo lugar de cada página.`}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={`${id}-form`} variant="primary">
            Repetir campo
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} noValidate className={styles.form} onSubmit={handleSubmit(submit)}>
        <fieldset className={styles.choices}>
          <legend>Páginas</legend>
          {kinds.map((option) => (
            <label key={option.kind} className={styles.choice}>
              <input type="radio" value={option.kind} {...register('kind', { onChange: () => clearErrors() })} />
              {option.label}
            </label>
          ))}
        </fieldset>
        {watch('kind') === 'range' && (
          <div className={styles.range}>
            <PageField label="Desde la página" max={pageCount} input={register('from')} />
            <PageField label="Hasta la página" max={pageCount} input={register('to')} />
          </div>
        )}
        <p role="alert" className={styles.problem}>
          {formState.errors.root?.message}
        </p>
      </form>
    </Dialog>
  )
}

interface PageFieldProps {
  readonly label: string
  readonly max: number
  readonly input: UseFormRegisterReturn
}

function PageField({ label, max, input }: PageFieldProps) {
  return <TextField label={label} type="number" inputMode="numeric" min={1} max={max} {...input} />
}
