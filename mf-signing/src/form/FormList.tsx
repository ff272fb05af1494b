import { useEffect, useId, useRef } from 'react'
import type { FormField } from 'shared/contract/form-fields'
import { cx } from 'shared/ui'
import { FormInput } from './FormInput.tsx'
import styles from './FormList.module.css'
import { fieldHint } from './field-hint.ts'
import { shownProblem } from './form-state.ts'
import type { FormStore } from './form-store.ts'
import { InitialsActions } from './initials/InitialsActions.tsx'
import { signerFormTexts } from './texts.ts'
import { useFormState } from './use-form-state.ts'

export interface FormListProps {
  readonly store: FormStore
  readonly initials: string
}

export function FormList({ store, initials }: FormListProps) {
  const { fields, led } = useFormState(store)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!led) return
    const wanted = list.current?.querySelector<HTMLElement>(`[data-form-field="${led.id}"]`)
    wanted?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }, [led])
  return (
    <div ref={list} className={styles.list}>
      {fields.map((field) => (
        <FormRow key={field.id} {...{ store, field, initials }} />
      ))}
    </div>
  )
}

function FormRow({ store, field, initials }: FormListProps & { readonly field: FormField }) {
  const id = useId()
  const state = useFormState(store)
  const value = state.values.get(field.id)
  const problem = shownProblem(state, field)
  const message = problem ?? fieldHint(state, field)
  const isCheckbox = field.rule.kind === 'checkbox'
  return (
    <div data-form-field={field.id} className={cx(styles.row, isCheckbox && styles.checkbox)}>
      <label htmlFor={id} className={styles.label}>
        {field.required ? field.label : signerFormTexts.optional(field.label)}
      </label>
      <FormInput
        id={id}
        className={styles.control ?? ''}
        {...{ field, value, initials }}
        aria-describedby={message ? `${id}-message` : undefined}
        aria-invalid={problem === undefined ? undefined : true}
        onValue={(next) => store.set(field.id, next)}
        onLeft={() => store.touch(field.id)}
        onDraw={() => store.draw(field)}
      />
      {field.rule.kind === 'initials' && <InitialsActions {...{ store, field, value, initials }} />}
      <p id={`${id}-message`} className={cx(styles.message, problem !== undefined && styles.error)} aria-live="polite">
        {message}
      </p>
    </div>
  )
}
