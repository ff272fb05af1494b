import { ConfirmDialog } from 'shared/controls'
import { RetentionNote } from './RetentionNote.tsx'
import type { DeletionModel } from './use-deletion.ts'

export function DeleteDialog({ candidate, confirm, cancel }: Omit<DeletionModel, 'ask'>) {
  return (
    <ConfirmDialog
      open={candidate !== undefined}
      title="¿Estás seguro de que deseas eliminar este documento?"
      description={
        candidate &&
        `«${candidate.original_filename}» dejará de estar disponible, también para quienes invitaste a firmar.`
      }
      confirmLabel="Eliminar documento"
      danger
      onConfirm={confirm}
      onCancel={cancel}
    >
      {candidate && <RetentionNote />}
    </ConfirmDialog>
  )
}
