import { useEffect, useId, useRef } from 'react'
import { Button, cx, VisuallyHidden } from 'shared/ui'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import { flowTexts } from './constants.ts'
import styles from './SigningFlow.module.css'

export interface ReviewStepProps<F extends PlacedField> {
  readonly secondsLeft: number
  readonly fields: readonly F[]
  readonly help: string
  readonly fieldStatus?: string | undefined
  readonly docked?: boolean
  readonly onShow: (field: F) => void
  readonly onMoreTime: () => void
  readonly onContinue: () => void
  readonly onCancel: () => void
}

const SPOKEN_SECONDS = new Set([15, 10, 5])

export function ReviewStep<F extends PlacedField>(props: ReviewStepProps<F>) {
  const { secondsLeft, fieldStatus, docked, onMoreTime, onContinue, onCancel } = props
  const id = useId()
  const card = useRef<HTMLDialogElement>(null)
  const spoken = useRef('')
  if (SPOKEN_SECONDS.has(secondsLeft)) spoken.current = `Quedan ${secondsLeft} segundos.`
  useEffect(() => card.current?.focus(), [])
  return (
    <dialog
      open
      ref={card}
      tabIndex={-1}
      className={cx(styles.review, docked ? styles.docked : styles.floating)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-help`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <div className={styles.reviewText}>
        <h2 id={`${id}-title`}>{flowTexts.review}</h2>
        <p id={`${id}-help`}>{props.help}</p>
        {fieldStatus !== undefined && <p>{fieldStatus}</p>}
        <Places {...props} />
      </div>
      <p className={styles.countdown}>
        <span aria-hidden="true">Continúa en {secondsLeft} s</span>
      </p>
      <div role="status">
        <VisuallyHidden>{spoken.current}</VisuallyHidden>
      </div>
      <div className={styles.reviewActions}>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button onClick={onMoreTime}>Necesito más tiempo</Button>
        <Button variant="primary" onClick={onContinue}>
          Continuar
        </Button>
      </div>
    </dialog>
  )
}

function Places<F extends PlacedField>({ fields, onShow }: Pick<ReviewStepProps<F>, 'fields' | 'onShow'>) {
  if (fields.length < 2) return null
  return (
    <div className={styles.places}>
      {fields.map((field, index) => (
        <Button key={field.id} size="sm" variant="ghost" onClick={() => onShow(field)}>
          Firma {index + 1} (página {field.page})
        </Button>
      ))}
    </div>
  )
}
