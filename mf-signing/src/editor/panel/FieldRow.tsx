import Trash2 from 'lucide-react/icons/trash-2'
import { cx, IconButton } from 'shared/ui'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { invitationWords } from '../invitations/invitations.ts'
import { SignerBadge } from '../signer-marks/SignerBadge.tsx'
import type { SignerMark } from '../signer-marks/signer-marks.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './EditorPanel.module.css'

interface FieldStateProps extends Pick<EditorModel, 'fields' | 'invitations' | 'cancellation'> {
  readonly field: PlacedField
}

export interface FieldRowProps extends FieldStateProps, Pick<EditorModel, 'selection' | 'viewer'> {
  readonly label: string
  readonly mark?: SignerMark | undefined
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
        <SignerBadge mark={props.mark} />
        <span className={styles.rowLabel}>{label}</span>
        <FieldState {...{ fields, invitations, cancellation }} field={fields.settle(field)} />
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

function FieldState({ fields, invitations, cancellation, field }: FieldStateProps) {
  if (fields.ofTemplate) return null
  switch (field.status) {
    case 'temporary':
      return <StateBadge tone="warning">Sin guardar</StateBadge>
    case 'saved': {
      const guest = invitations.guests.find((one) => one.field.id === field.id)
      // Cancelling a document doesn't revoke its links one by one.
      if (cancellation.cancelled && guest?.state !== 'declined') return <StateBadge>Sin firmar</StateBadge>
      if (!guest || guest.state === 'not-invited') return <StateBadge>Por firmar</StateBadge>
      const { tone, badge } = invitationWords(guest)
      return <StateBadge tone={tone}>{badge}</StateBadge>
    }
    case 'signed':
      return <StateBadge tone="success">Firmado</StateBadge>
  }
}
