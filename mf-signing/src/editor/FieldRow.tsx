import Check from 'lucide-react/icons/check'
import Trash2 from 'lucide-react/icons/trash-2'
import { Badge, cx, IconButton } from 'shared/ui'
import type { Field } from '../fields/field-lifecycle.ts'
import styles from './EditorPanel.module.css'
import { invitationWords } from './invitations.ts'
import type { Editor } from './use-editor.ts'

export interface FieldRowProps {
  readonly editor: Editor
  readonly field: Field
  readonly label: string
  readonly onShown: () => void
}

export function FieldRow({ editor, field, label, onShown }: FieldRowProps) {
  const selected = editor.selection.selected === field.id
  const show = () => {
    editor.viewer.goTo(field.page)
    editor.selection.select(field.id)
    onShown()
  }
  return (
    <div className={cx(styles.row, selected && styles.selectedRow)}>
      <button type="button" className={styles.place} aria-pressed={selected} onClick={show}>
        <span className={styles.rowLabel}>{label}</span>
        <FieldState editor={editor} field={field} />
      </button>
      {field.status !== 'signed' && !editor.frozen && (
        <IconButton
          className={styles.remove}
          label={`Eliminar el campo de ${field.signerName} en la página ${field.page}`}
          icon={<Trash2 />}
          onClick={() => editor.askToRemove(field)}
        />
      )}
    </div>
  )
}

function FieldState({ editor, field }: { editor: Editor; field: Field }) {
  switch (field.status) {
    case 'temporary':
      return <Badge tone="warning">Sin guardar</Badge>
    case 'saved': {
      const guest = editor.guests.find((one) => one.field.id === field.id)
      // Cancelling a document doesn't revoke its links one by one.
      if (editor.cancelled && guest?.state !== 'declined') return <Badge>Sin firmar</Badge>
      if (!guest || guest.state === 'not-invited') return <Badge>Por firmar</Badge>
      const { tone, badge } = invitationWords(guest)
      return <Badge tone={tone}>{badge}</Badge>
    }
    case 'signed':
      return (
        <Badge tone="success" icon={<Check />}>
          Firmado
        </Badge>
      )
  }
}
