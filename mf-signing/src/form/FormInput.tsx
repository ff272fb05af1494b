import { useId } from 'react'
import type { FormField, FormFieldRule } from 'shared/contract/form-fields'
import { INITIALS_MAX, isDrawing } from 'shared/http/form-fields'
import type { FieldValue } from './form-state.ts'
import { DrawnInitials } from './initials/DrawnInitials.tsx'
import { signerFormTexts } from './texts.ts'

interface ControlProps {
  readonly id?: string
  readonly className?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-label'?: string
  readonly title?: string
  readonly placeholder?: string
}

export interface FormInputProps extends ControlProps {
  readonly field: FormField
  readonly value: FieldValue | undefined
  readonly initials: string
  readonly onValue: (value: FieldValue) => void
  readonly onLeft: () => void
  readonly onDraw: () => void
}

const isMultiline = (rule: FormFieldRule): boolean => rule.kind === 'text' && rule.multiline

export function FormInput(props: FormInputProps) {
  const { field, value, initials: _, onValue, onLeft, onDraw, placeholder, ...control } = props
  const { rule, required } = field
  const shared = { ...control, 'aria-required': required || undefined, onBlur: onLeft }
  const hint = { ...shared, placeholder }
  const text = typeof value === 'string' ? value : ''
  if (rule.kind === 'checkbox')
    return (
      <input type="checkbox" {...shared} checked={value === true} onChange={({ target }) => onValue(target.checked)} />
    )
  if (rule.kind === 'choice')
    return (
      <select {...shared} value={text} onChange={({ target }) => onValue(target.value)}>
        <option value="">{signerFormTexts.choose}</option>
        {rule.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  if (rule.kind === 'initials' && isDrawing(text))
    return (
      <DrawnInitials
        {...{ id: control.id, className: control.className }}
        label={field.label}
        png={text}
        onDraw={onDraw}
      />
    )
  if (isMultiline(rule)) return <textarea {...hint} value={text} onChange={({ target }) => onValue(target.value)} />
  return <LineInput {...props} shared={hint} text={text} />
}

const modes: Readonly<Partial<Record<FormFieldRule['kind'], 'decimal' | 'text'>>> = { number: 'decimal', text: 'text' }

function LineInput({
  field: { rule },
  initials,
  onValue,
  shared,
  text,
}: FormInputProps & { readonly shared: object; readonly text: string }) {
  const list = useId()
  const derived = rule.kind === 'initials' && initials !== ''
  return (
    <>
      <input
        type={rule.kind === 'date' ? 'date' : 'text'}
        inputMode={modes[rule.kind]}
        autoComplete="off"
        maxLength={rule.kind === 'initials' ? INITIALS_MAX : undefined}
        list={derived ? list : undefined}
        {...shared}
        value={text}
        onChange={({ target }) => onValue(target.value)}
      />
      {derived && (
        <datalist id={list}>
          <option value={initials} />
        </datalist>
      )}
    </>
  )
}
