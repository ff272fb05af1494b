import { ConfirmDialog } from 'shared/controls'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import type { SigningParty } from '../signers/signers.ts'

export interface RemoveDialogProps {
  readonly onRemove: () => void
  readonly onClose: () => void
}

export function RemoveFieldDialog({ field, onRemove, onClose }: RemoveDialogProps & { readonly field: PlacedField }) {
  return (
    <ConfirmDialog
      open
      danger
      title={`¿Eliminar el campo de ${field.signerName}?`}
      description="Su invitación ya está en camino o en su correo: el enlace deja de servir."
      confirmLabel="Eliminar campo"
      onConfirm={() => {
        onClose()
        onRemove()
      }}
      onCancel={onClose}
    />
  )
}

const signerLoss = ({ fields, isOwner }: SigningParty): string => {
  const saved = fields.filter((field) => !isTemporary(field)).length
  const count =
    saved === 1 ? 'Se elimina también su campo guardado' : `Se eliminan también sus ${saved} campos guardados`
  return isOwner ? `${count}.` : `${count}, y sus invitaciones dejan de servir.`
}

export function RemoveSignerDialog({
  signer,
  onRemove,
  onClose,
}: RemoveDialogProps & { readonly signer: SigningParty }) {
  return (
    <ConfirmDialog
      open
      danger
      title={`¿Eliminar a ${signer.name}?`}
      description={signerLoss(signer)}
      confirmLabel="Eliminar firmante"
      onConfirm={() => {
        onClose()
        onRemove()
      }}
      onCancel={onClose}
    />
  )
}
