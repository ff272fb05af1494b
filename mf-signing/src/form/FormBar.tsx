import { type ReactNode, useEffect, useState } from 'react'
import { useLatest } from 'shared/state'
import { Button } from 'shared/ui'
import { toCanvas } from '../geometry/geometry.ts'
import { useSmallWindow } from '../ui/use-small-window.ts'
import type { ViewerModel } from '../viewer/use-viewer.ts'
import styles from './FormBar.module.css'
import { FormDialog } from './FormDialog.tsx'
import { FormSaved } from './FormSaved.tsx'
import { type FormState, missingOf, nextOf } from './form-state.ts'
import type { FormStore } from './form-store.ts'
import { InitialsDrawing } from './initials/InitialsDrawing.tsx'
import { copiesOf } from './initials/initials.ts'
import { signerFormTexts } from './texts.ts'
import { useFormState } from './use-form-state.ts'

export interface FormBarProps {
  readonly store: FormStore
  readonly viewer: ViewerModel
  readonly initials: string
  /** In the place of the next field, when none is left. */
  readonly after?: ReactNode
}

const useLed = ({ fields, led }: FormState, { page, goTo, view }: ViewerModel) => {
  const field = fields.find(({ id }) => id === led?.id)
  const shown = page.kind === 'ready' && page.page.number === field?.page ? page.page : undefined
  const latest = useLatest({ field, goTo, dispatch: view.dispatch })
  const times = led?.times
  useEffect(() => {
    const { field: wanted, goTo: turn } = latest.current
    if (times !== undefined && wanted) turn(wanted.page)
  }, [times])
  useEffect(() => {
    const { field: wanted, dispatch } = latest.current
    if (times === undefined || !wanted || !shown) return
    const { x_relative: x, y_relative: y, width_relative: width, height_relative: height } = wanted
    dispatch({ type: 'brought-into-view', rect: toCanvas({ x, y, width, height }, shown.size) })
  }, [times, shown])
}

const usePlain = ({ led }: FormState, small: boolean) => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (led && small) setOpen(true)
  }, [led, small])
  return { open, setOpen }
}

export function FormBar({ store, viewer, initials, after }: FormBarProps) {
  const state = useFormState(store)
  const small = useSmallWindow()
  const plain = usePlain(state, small)
  useLed(state, viewer)
  const left = missingOf(state).length
  const next = nextOf(state)
  const copies = copiesOf(state)
  return (
    <section className={styles.bar} aria-label={signerFormTexts.title}>
      <p className={styles.words}>
        <span role="status">{left > 0 ? signerFormTexts.left(left) : signerFormTexts.complete}</span>
        <FormSaved store={store} />
      </p>
      {state.prefilled.size > 0 && <p className={styles.copied}>{signerFormTexts.prefilled}</p>}
      <p role="status" className={styles.copied}>
        {copies > 1 && signerFormTexts.copied(copies)}
      </p>
      <div className={styles.actions}>
        {next ? (
          <Button onClick={() => store.lead()}>
            {left > 0 ? signerFormTexts.next(left) : signerFormTexts.nextOptional}
          </Button>
        ) : (
          after
        )}
        <Button onClick={() => plain.setOpen(true)}>{signerFormTexts.plain}</Button>
      </div>
      {plain.open && (
        <FormDialog
          {...{ store, initials }}
          done={signerFormTexts.done}
          onDone={() => plain.setOpen(false)}
          onClose={() => plain.setOpen(false)}
        />
      )}
      <InitialsDrawing store={store} />
    </section>
  )
}
