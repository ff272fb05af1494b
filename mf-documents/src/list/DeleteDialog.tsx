import { ConfirmDialog } from 'shared/ui'
import { DELETE_QUESTION } from './constants.ts'
import type { useDeletion } from './use-deletion.ts'

/** Asks before a document is deleted, and stays until the server has answered. */
export function DeleteDialog({ deletion, confirm, cancel }: ReturnType<typeof useDeletion>) {
  return (
    <ConfirmDialog
      open={deletion.kind !== 'none'}
      title={DELETE_QUESTION}
      description={
        deletion.kind === 'none'
          ? undefined
          : `«${deletion.file.original_filename}» dejará de estar disponible, también para quienes invitaste a firmar.`
      }
      confirmLabel="Eliminar documento"
      danger
      busy={deletion.kind === 'sent'}
      busyLabel="Eliminando…"
      onConfirm={confirm}
      onCancel={cancel}
    />
  )
}
