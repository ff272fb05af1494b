import { ConfirmDialog } from 'shared/controls'
import { withoutField } from '../signers/signers.ts'
import type { Editor } from '../use-editor.ts'

export interface LeaveDialogProps extends Pick<Editor, 'fields' | 'signers'> {
  readonly onLeave: () => void
  readonly onStay: () => void
}

export function LeaveDialog({ fields, signers, onLeave, onStay }: LeaveDialogProps) {
  const people = withoutField(signers.list).map(({ name }) => name)
  const onlyPeople = fields.temporaries.length === 0
  return (
    <ConfirmDialog
      open
      danger
      title={onlyPeople ? 'Hay firmantes sin campo' : 'Hay campos sin guardar'}
      description={
        onlyPeople
          ? `Un documento conoce a sus firmantes por sus campos. Si sales ahora, se pierde: ${people.join(', ')}.`
          : 'Si sales ahora, los campos que acabas de colocar se pierden.'
      }
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}
