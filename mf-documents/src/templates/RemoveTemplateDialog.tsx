import { useState } from 'react'
import { ConfirmDialog } from 'shared/controls'
import { isNotFound, messageOf } from 'shared/http'
import { type TemplateSummary, templatesApi } from 'shared/http/deferred'
import { ProblemAlert } from '../forms/ProblemAlert.tsx'

interface RemoveTemplateDialogProps {
  readonly template: TemplateSummary
  readonly onRemoved: () => void
  readonly onClose: () => void
}

const removedText = ({ name, set }: TemplateSummary): string =>
  set ? `«${name}», sus ${set.documents.length} documentos y sus versiones` : `«${name}» y sus versiones`

export function RemoveTemplateDialog({ template, onRemoved, onClose }: RemoveTemplateDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await templatesApi.delete(template.id).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
      onClose()
      onRemoved()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      title="¿Eliminar esta plantilla?"
      description={`${removedText(template)} se borran y no se pueden recuperar; sus envíos a muchos se cancelan. Los documentos que salieron de ella siguen igual.`}
      confirmLabel="Eliminar plantilla"
      busy={busy}
      busyLabel="Eliminando…"
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <ProblemAlert text={problem} />
    </ConfirmDialog>
  )
}
