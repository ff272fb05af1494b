import { isTemporary } from '../../fields/field-lifecycle.ts'
import type { Editor } from '../use-editor.ts'
import styles from './EditorPanel.module.css'
import { FieldPlace } from './FieldPlace.tsx'
import { FieldRow, type FieldRowProps } from './FieldRow.tsx'

export interface FieldsListProps extends Omit<FieldRowProps, 'field' | 'label'>, Pick<Editor, 'editing'> {}

export function FieldsList({ editing, onShown, ...models }: FieldsListProps) {
  const { fields, selection, viewer } = models
  const sorted = [...fields.all].sort((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x)
  if (sorted.length === 0) return <p className={styles.empty}>Todavía no hay campos.</p>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" className={styles.fields}>
      {sorted.map((field) => (
        <li key={field.fieldId}>
          <FieldRow
            {...models}
            field={field}
            label={`Página ${field.page} · ${field.signerName}`}
            onShown={isTemporary(field) ? () => undefined : onShown}
          />
          {isTemporary(field) && selection.selected === field.id && editing.mode === 'editing' && (
            <FieldPlace {...{ fields, viewer, field }} />
          )}
        </li>
      ))}
    </ul>
  )
}
