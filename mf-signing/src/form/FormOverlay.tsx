import { type RefObject, useEffect, useRef } from 'react'
import type { FormField } from 'shared/contract/form-fields'
import { isDrawing } from 'shared/http/form-fields'
import { cx, PenLineIcon } from 'shared/ui'
import { placeOf } from '../fields/field-place.ts'
import type { PageFrame } from '../geometry/geometry.ts'
import { FormInput } from './FormInput.tsx'
import styles from './FormOverlay.module.css'
import { fieldHint } from './field-hint.ts'
import { shownProblem } from './form-state.ts'
import type { FormStore } from './form-store.ts'
import { signerFormTexts } from './texts.ts'
import { useFormState } from './use-form-state.ts'

export interface FormOverlayProps {
  readonly store: FormStore
  readonly frame: PageFrame
  readonly initials: string
  readonly active: boolean
}

const PEN_FITS_UNTIL = 0.92

export function FormOverlay(props: FormOverlayProps) {
  const { fields } = useFormState(props.store)
  return fields
    .filter(({ page }) => page === props.frame.number)
    .map((field) => <FieldBox key={field.id} {...props} field={field} />)
}

const CONTROLS = 'input, select, textarea, button'

const useFocusAfterDrawing = (drawn: boolean, box: RefObject<HTMLElement | null>) => {
  const wasDrawn = useRef(false)
  useEffect(() => {
    const ended = wasDrawn.current && !drawn
    wasDrawn.current = drawn
    if (ended && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
  }, [drawn])
}

function FieldBox({ store, frame, initials, active, field }: FormOverlayProps & { readonly field: FormField }) {
  const state = useFormState(store)
  const box = useRef<HTMLDivElement>(null)
  const problem = shownProblem(state, field)
  const hint = fieldHint(state, field)
  const value = state.values.get(field.id)
  const times = state.led?.id === field.id ? state.led.times : undefined
  useEffect(() => {
    if (times !== undefined && active && store.claim(times))
      box.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
  }, [times, active, store])
  useFocusAfterDrawing(state.drawing?.id === field.id, box)
  const { x_relative: x, y_relative: y, width_relative: width, height_relative: height } = field
  const label = field.required ? field.label : signerFormTexts.optional(field.label)
  return (
    <div
      ref={box}
      data-field="form"
      className={cx(styles.box, problem !== undefined && styles.wrong)}
      style={{
        ...placeOf({ x, y, width, height }),
        fontSize: `${Math.min(14, height * frame.size.height * 0.6) * frame.zoom}px`,
      }}
    >
      <fieldset disabled={!active} className={styles.held}>
        <FormInput
          {...{ field, initials }}
          value={value}
          aria-label={[label, hint, problem].filter(Boolean).join('. ')}
          aria-invalid={problem === undefined ? undefined : true}
          placeholder={field.label}
          title={problem ?? (hint || label)}
          onValue={(value) => store.set(field.id, value)}
          onLeft={() => store.touch(field.id)}
          onDraw={() => store.draw(field)}
        />
        {field.rule.kind === 'initials' && !isDrawing(value ?? '') && (
          <button
            type="button"
            className={cx(styles.draw, x + width > PEN_FITS_UNTIL && styles.before)}
            aria-label={signerFormTexts.drawFor(field.label)}
            title={signerFormTexts.draw}
            onClick={() => store.draw(field)}
          >
            <PenLineIcon />
          </button>
        )}
      </fieldset>
    </div>
  )
}
