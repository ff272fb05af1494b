import Check from 'lucide-react/icons/check'
import Trash2 from 'lucide-react/icons/trash-2'
import { Badge, cx, IconButton } from 'shared/ui'
import type { Field } from '../../fields/field-lifecycle.ts'
import { invitationWords } from '../invitations/invitations.ts'
import type { Editor } from '../use-editor.ts'
import styles from './EditorPanel.module.css'

interface FieldStateProps extends Pick<Editor, 'invitations' | 'cancellation'> {
  readonly field: Field
}

export interface FieldRowProps extends FieldStateProps, Pick<Editor, 'fields' | 'selection' | 'viewer'> {
  readonly label: string
  readonly onShown: () => void
}

export function FieldRow(props: FieldRowProps) {
  const { fields, selection, viewer, invitations, cancellation, field, label, onShown } = props
  const selected = selection.selected === field.id
  const show = () => {
    viewer.goTo(field.page)
    selection.select(field.id)
    onShown()
  }
  return (
    <div className={cx(styles.row, selected && styles.selectedRow)}>
      <button type="button" className={styles.place} aria-pressed={selected} onClick={show}>
        <span className={styles.rowLabel}>{label}</span>
        <FieldState {...{ invitations, cancellation, field }} />
      </button>
      {field.status !== 'signed' && !fields.readOnlyReason && (
        <IconButton
          className={styles.remove}
          label={`Eliminar el campo de ${field.signerName} en la página ${field.page}`}
          icon={<Trash2 />}
          onClick={() => fields.askToRemove(field)}
        />
      )}
    </div>
  )
}

function FieldState({ invitations, cancellation, field }: FieldStateProps) {
  switch (field.status) {
    case 'temporary':
      return <Badge tone="warning">Sin guardar</Badge>
    case 'saved': {
      const guest = invitations.guests.find((one) => one.field.id === field.id)
      // Cancelling a document doesn't revoke its links one by one.
      if (cancellation.cancelled && guest?.state !== 'declined') return <Badge>Sin firmar</Badge>
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
