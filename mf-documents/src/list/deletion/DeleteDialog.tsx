import { Suspense } from 'react'
import { ConfirmDialog } from 'shared/controls'
import { lazyPart } from 'shared/remote'
import type { DeletionModel } from './use-deletion.ts'

const RetentionNote = lazyPart(() => import(/* webpackChunkName: "retention-note" */ './RetentionNote.tsx'), Nothing)

/** The deletion works without the note. */
function Nothing() {
  return null
}

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
      {candidate && (
        <Suspense fallback={null}>
          <RetentionNote />
        </Suspense>
      )}
    </ConfirmDialog>
  )
}
