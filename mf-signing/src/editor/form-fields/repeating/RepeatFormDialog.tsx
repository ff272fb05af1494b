import { useForm } from 'react-hook-form'
import { TextField } from 'shared/controls'
import { RepeatFrame } from '../../fields/repeating/RepeatFrame.tsx'
import type { EditorModel } from '../../use-editor.ts'
import type { PlacedFormField } from '../form-field.ts'
import { type ChosenPages, parsePages } from './page-range.ts'
import { repeatTexts } from './texts.ts'

const kinds = [
  { kind: 'all', label: repeatTexts.all },
  { kind: 'some', label: repeatTexts.some },
] as const

interface RepeatValues {
  readonly kind: 'all' | 'some'
  readonly pages: string
}

export interface RepeatFormDialogProps extends Pick<EditorModel, 'forms'> {
  readonly id: string
  readonly pageCount: number
  readonly onClose: () => void
}

export function RepeatFormDialog({ id, ...props }: RepeatFormDialogProps) {
  const field = props.forms.all.find((one) => one.id === id)
  return field ? <Repeat {...props} field={field} /> : null
}

interface RepeatProps extends Omit<RepeatFormDialogProps, 'id'> {
  readonly field: PlacedFormField
}

const useRepeat = ({ forms, field, pageCount, onClose }: RepeatProps) => {
  const form = useForm<RepeatValues>({ defaultValues: { kind: 'all', pages: '' } })
  const { handleSubmit, setError } = form
  const chosen = ({ kind, pages }: RepeatValues): ChosenPages =>
    parsePages(kind === 'all' ? `1-${pageCount}` : pages, pageCount)
  const onSubmit = handleSubmit((values) => {
    const read = chosen(values)
    const wrong = read.kind === 'problem' ? read.message : forms.repeat(field, read.pages)
    if (wrong === undefined) return onClose()
    setError(values.kind === 'all' ? 'kind' : 'pages', { message: wrong }, { shouldFocus: true })
  })
  return { form, onSubmit }
}

function Repeat(props: RepeatProps) {
  const { field } = props
  const { form, onSubmit } = useRepeat(props)
  const { register, watch, clearErrors, formState } = form
  const { kind, pages } = formState.errors
  return (
    <RepeatFrame
      description={repeatTexts.help(field.label)}
      lead={field.rule.kind === 'initials' && <p>{repeatTexts.initialsHelp}</p>}
      kinds={kinds}
      input={register('kind', { onChange: () => clearErrors() })}
      problem={kind?.message}
      onClose={props.onClose}
      onSubmit={onSubmit}
    >
      {watch('kind') === 'some' && (
        <TextField
          label={repeatTexts.pages}
          help={repeatTexts.pagesHelp}
          inputMode="text"
          autoComplete="off"
          error={pages?.message}
          {...register('pages')}
        />
      )}
    </RepeatFrame>
  )
}
