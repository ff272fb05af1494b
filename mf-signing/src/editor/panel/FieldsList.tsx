import { FIELD_MIN_SIZE } from '../../fields/constants.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { fieldSignerKey } from '../../fields/same-signer.ts'
import { minSizeOf, sortFormFields } from '../form-fields/form-field.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './EditorPanel.module.css'
import { FieldPlace } from './FieldPlace.tsx'
import { FieldRow, type FieldRowProps } from './FieldRow.tsx'
import { FormFieldPanelRow } from './FormFieldPanelRow.tsx'

export interface FieldsListProps
  extends Omit<FieldRowProps, 'field' | 'label' | 'mark'>,
    Pick<EditorModel, 'editing' | 'forms' | 'signers' | 'marks' | 'dialogs'> {}

export function FieldsList({ editing, forms, signers, marks, dialogs, onShown, ...models }: FieldsListProps) {
  const { fields, selection, viewer } = models
  const sorted = [...fields.all].sort((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x)
  if (sorted.length === 0 && forms.all.length === 0) return <p className={styles.empty}>Todavía no hay campos.</p>
  const placeable = (id: string) => selection.selected === id && editing.mode === 'editing'
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" className={styles.fields}>
      {sorted.map((field) => (
        <li key={field.fieldId}>
          <FieldRow
            {...models}
            field={field}
            label={`Página ${field.page} · ${field.signerName}`}
            mark={marks.get(fieldSignerKey(field))}
            onShown={isTemporary(field) ? () => undefined : onShown}
          />
          {isTemporary(field) && placeable(field.id) && (
            <FieldPlace
              {...{ viewer, field }}
              minSize={FIELD_MIN_SIZE}
              onPlaced={(rect, kind) => fields.place(field.id, rect, kind, 'keyboard')}
            />
          )}
        </li>
      ))}
      {sortFormFields(forms.all).map((field) => (
        <li key={field.id}>
          <FormFieldPanelRow {...{ fields, forms, signers, marks, selection, viewer, dialogs, field }} />
          {!fields.readOnlyReason && placeable(field.id) && (
            <FieldPlace
              {...{ viewer, field }}
              minSize={minSizeOf(field.rule.kind)}
              onPlaced={(rect, kind) => forms.place(field.id, rect, kind, 'keyboard')}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
