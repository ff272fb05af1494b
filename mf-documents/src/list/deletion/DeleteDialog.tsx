import { lazy, Suspense } from 'react'
import { ConfirmDialog } from 'shared/controls'
import type { Deletion } from './use-deletion.ts'

// Deferred: the list loads without it.
const RetentionNote = lazy(() => import(/* webpackChunkName: "retention-note" */ './RetentionNote.tsx'))

export function DeleteDialog({ asked, confirm, cancel }: Omit<Deletion, 'ask'>) {
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title="¿Estás seguro de que deseas eliminar este documento?"
      description={
        asked && `«${asked.original_filename}» dejará de estar disponible, también para quienes invitaste a firmar.`
      }
      confirmLabel="Eliminar documento"
      danger
      onConfirm={confirm}
      onCancel={cancel}
    >
      {asked && (
        <Suspense fallback={null}>
          <RetentionNote />
        </Suspense>
      )}
    </ConfirmDialog>
  )
}
