import CopyPlus from 'lucide-react/icons/copy-plus'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { cx, IconButton } from 'shared/ui'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { kindNames, type PlacedFormField } from '../form-fields/form-field.ts'
import { repeatTexts } from '../form-fields/repeating/texts.ts'
import { formFieldTexts } from '../form-fields/texts.ts'
import { SignerBadge } from '../signer-marks/SignerBadge.tsx'
import type { EditorModel } from '../use-editor.ts'
import styles from './EditorPanel.module.css'

export interface FormFieldRowProps
  extends Pick<EditorModel, 'fields' | 'forms' | 'signers' | 'marks' | 'selection' | 'viewer' | 'dialogs'> {
  readonly field: PlacedFormField
}

export function FormFieldPanelRow(props: FormFieldRowProps) {
  const { fields, forms, signers, marks, selection, viewer, dialogs, field } = props
  const selected = selection.selected === field.id
  const signer = signers.list.find(({ key }) => key === field.signer)
  const show = () => {
    viewer.goTo(field.page)
    selection.select(field.id)
  }
  return (
    <div className={cx(styles.row, selected && styles.selectedRow)}>
      <button type="button" className={styles.place} aria-pressed={selected} onClick={show}>
        <SignerBadge mark={marks.get(field.signer)} />
        <span className={styles.rowLabel}>
          Página {field.page} · {field.label}
        </span>
        {signer ? (
          <span className={styles.kind}>{kindNames[field.rule.kind]}</span>
        ) : (
          <StateBadge tone="warning">{formFieldTexts.orphan}</StateBadge>
        )}
      </button>
      {!fields.readOnlyReason && (
        <>
          <IconButton
            label={formFieldTexts.settingsOf(field.label)}
            icon={<Settings2 />}
            onClick={() => dialogs.open({ kind: 'form-field', id: field.id })}
          />
          {viewer.pageCount > 1 && (
            <IconButton
              label={repeatTexts.of(field.label)}
              icon={<CopyPlus />}
              onClick={() => dialogs.open({ kind: 'repeat-form', id: field.id })}
            />
          )}
          <IconButton
            className={styles.remove}
            label={formFieldTexts.remove(field.label)}
            icon={<Trash2 />}
            onClick={() => forms.remove(field.id)}
          />
        </>
      )}
    </div>
  )
}
