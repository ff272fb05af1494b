import { useEffect, useId, useRef } from 'react'
import { Button, VisuallyHidden } from 'shared/ui'
import type { SavedField } from '../fields/field-lifecycle.ts'
import { flowTexts } from './constants.ts'
import styles from './SigningFlow.module.css'

export interface ReviewStepProps {
  readonly secondsLeft: number
  readonly fields: readonly SavedField[]
  readonly onShow: (field: SavedField) => void
  readonly onMoreTime: () => void
  readonly onContinue: () => void
  readonly onCancel: () => void
}

/** What a screen reader hears of a countdown: not every second. */
const SPOKEN_SECONDS = new Set([15, 10, 5])

/** Looks at the place of the signature. It lies beside the document and not over it, so that the place can be seen. */
export function ReviewStep({ secondsLeft, fields, onShow, onMoreTime, onContinue, onCancel }: ReviewStepProps) {
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
      className={styles.review}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-help`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <div className={styles.reviewText}>
        <h3 id={`${id}-title`}>{flowTexts.review}</h3>
        <p id={`${id}-help`}>{flowTexts.reviewHelp}</p>
        {fields.length > 1 && (
          <div className={styles.places}>
            {fields.map((field, index) => (
              <Button key={field.id} size="sm" variant="ghost" onClick={() => onShow(field)}>
                Firma {index + 1} (página {field.page})
              </Button>
            ))}
          </div>
        )}
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
