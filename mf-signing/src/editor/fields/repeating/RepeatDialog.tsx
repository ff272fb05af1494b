import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { TextField } from 'shared/controls'
import type { TemporaryField } from '../../../fields/field-lifecycle.ts'
import { choiceProblem, type PageChoice } from '../../../fields/repeat-on-pages.ts'
import type { EditorModel } from '../../use-editor.ts'
import styles from './RepeatFrame.module.css'
import { RepeatFrame } from './RepeatFrame.tsx'

const kinds = [
  { kind: 'all', label: 'Todas las páginas' },
  { kind: 'range', label: 'Un rango de páginas' },
] as const

interface RepeatValues {
  readonly kind: PageChoice['kind']
  readonly from: string
  readonly to: string
}

export interface RepeatDialogProps extends Pick<EditorModel, 'fields'> {
  readonly field: TemporaryField
  readonly pageCount: number
  readonly onClose: () => void
}

export function RepeatDialog({ fields, field, pageCount, onClose }: RepeatDialogProps) {
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
    <RepeatFrame
      description={`El campo de ${field.signerName} queda en el mismo lugar de cada página.`}
      kinds={kinds}
      input={register('kind', { onChange: () => clearErrors() })}
      problem={formState.errors.root?.message}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
    >
      {watch('kind') === 'range' && (
        <div className={styles.range}>
          <PageField label="Desde la página" max={pageCount} input={register('from')} />
          <PageField label="Hasta la página" max={pageCount} input={register('to')} />
        </div>
      )}
    </RepeatFrame>
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
