import type { MouseEvent } from 'react'
import type { FormField } from 'shared/contract/form-fields'
import { isDrawing, isEmptyValue } from 'shared/http/form-fields'
import { Button, PenLineIcon } from 'shared/ui'
import type { FieldValue } from '../form-state.ts'
import type { FormStore } from '../form-store.ts'
import { signerFormTexts } from '../texts.ts'
import styles from './Initials.module.css'

export interface InitialsActionsProps {
  readonly store: FormStore
  readonly field: FormField
  readonly value: FieldValue | undefined
  readonly initials: string
}

/** A shown problem would move the button away. */
const stay = { onMouseDown: (event: MouseEvent) => event.preventDefault() }

export function InitialsActions({ store, field, value, initials }: InitialsActionsProps) {
  const drawn = isDrawing(value ?? '')
  return (
    <div className={styles.actions}>
      {initials !== '' && isEmptyValue(value) && (
        <Button {...stay} size="sm" onClick={() => store.set(field.id, initials)}>
          {signerFormTexts.useInitials(initials)}
        </Button>
      )}
      <Button {...stay} size="sm" icon={<PenLineIcon />} onClick={() => store.draw(field)}>
        {drawn ? signerFormTexts.drawAgain : signerFormTexts.draw}
      </Button>
      {drawn && (
        <Button
          {...stay}
          size="sm"
          variant="ghost"
          onClick={() => {
            store.set(field.id, '')
            store.lead(field)
          }}
        >
          {signerFormTexts.write}
        </Button>
      )}
    </div>
  )
}
