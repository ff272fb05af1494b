import { Dialog, RetryAlert } from 'shared/controls'
import type { TemplateSummary } from 'shared/http/deferred'
import { Button, Skeleton } from 'shared/ui'
import { useWholeTemplate } from '../use-whole-template.ts'
import { EditTemplateForm } from './EditTemplateForm.tsx'

interface EditTemplateDialogProps {
  readonly template: TemplateSummary
  readonly onSaved: () => void
  readonly onClose: () => void
}

export function EditTemplateDialog({ template, onSaved, onClose }: EditTemplateDialogProps) {
  const { load, retry } = useWholeTemplate(template.id)
  if (load.kind === 'ready') return <EditTemplateForm template={load.template} onSaved={onSaved} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Editar plantilla" footer={<Button onClick={onClose}>Cancelar</Button>}>
      {load.kind === 'loading' && <Skeleton height="16rem" />}
      {load.kind === 'failed' && (
        <RetryAlert live="assertive" title="No se pudo abrir la plantilla" onRetry={retry}>
          {load.message}
        </RetryAlert>
      )}
    </Dialog>
  )
}
