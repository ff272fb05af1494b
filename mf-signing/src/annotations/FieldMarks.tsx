import { createPortal } from 'react-dom'
import { cx } from 'shared/ui'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import { placeOf } from '../fields/field-place.ts'
import type { AnnotationComponent } from './adapter/annotation-component.ts'
import styles from './FieldMarks.module.css'

export interface FieldMarksProps {
  readonly component: AnnotationComponent
  readonly fields: readonly PlacedField[]
}

export function FieldMarks({ component, fields }: FieldMarksProps) {
  return component.layers.map((layer, index) => {
    const onPage = fields.filter(({ page }) => page === index + 1)
    return (
      onPage.length > 0 &&
      createPortal(
        onPage.map((field) => <FieldMark key={field.fieldId} field={field} />),
        layer,
      )
    )
  })
}

function FieldMark({ field: { type, rect, signerName, label } }: { readonly field: PlacedField }) {
  return (
    <div
      className={cx(styles.mark, type === 'primary' && styles.primary)}
      style={placeOf(rect)}
      role="img"
      aria-label={`Campo de firma de ${signerName}, ${label}`}
    >
      <span className={styles.name}>{signerName}</span>
    </div>
  )
}
