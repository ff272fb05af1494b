import { isTemporary } from '../fields/field-lifecycle.ts'
import styles from './EditorPanel.module.css'
import { FieldPlace } from './FieldPlace.tsx'
import { FieldRow } from './FieldRow.tsx'
import type { ListProps } from './SignersList.tsx'

/** In page order; the selected temporary field shows its position. */
export function FieldsList({ editor, onShown }: ListProps) {
  const fields = [...editor.fields].sort((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x)
  if (fields.length === 0) return <p className={styles.empty}>Todavía no hay campos.</p>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" className={styles.fields}>
      {fields.map((field) => (
        <li key={field.fieldId}>
          <FieldRow
            editor={editor}
            field={field}
            label={`Página ${field.page} · ${field.signerName}`}
            onShown={isTemporary(field) ? () => undefined : onShown}
          />
          {isTemporary(field) && editor.selection.selected === field.id && editor.mode === 'editing' && (
            <FieldPlace editor={editor} field={field} />
          )}
        </li>
      ))}
    </ul>
  )
}
