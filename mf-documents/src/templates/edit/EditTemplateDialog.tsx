import { useEffect, useState } from 'react'
import { Dialog } from 'shared/controls'
import { isAbort, messageOf } from 'shared/http'
import { type Template, type TemplateSummary, templatesApi } from 'shared/http/deferred'
import { Alert, Button, Skeleton } from 'shared/ui'
import { EditTemplateForm } from './EditTemplateForm.tsx'

interface EditTemplateDialogProps {
  readonly template: TemplateSummary
  readonly onSaved: () => void
  readonly onClose: () => void
}

type Load =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly template: Template }

const useWholeTemplate = (id: number) => {
  const [load, setLoad] = useState<Load>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setLoad({ kind: 'loading' })
    templatesApi.get(id, controller.signal).then(
      (template) => setLoad({ kind: 'ready', template }),
      (error: unknown) => {
        if (!isAbort(error)) setLoad({ kind: 'failed', message: messageOf(error) })
      },
    )
    return () => controller.abort()
  }, [id, round])
  return { load, retry: () => setRound((count) => count + 1) }
}

export function EditTemplateDialog({ template, onSaved, onClose }: EditTemplateDialogProps) {
  const { load, retry } = useWholeTemplate(template.id)
  if (load.kind === 'ready') return <EditTemplateForm template={load.template} onSaved={onSaved} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Editar plantilla" footer={<Button onClick={onClose}>Cancelar</Button>}>
      {load.kind === 'loading' && <Skeleton height="16rem" />}
      {load.kind === 'failed' && (
        <Alert
          tone="error"
          live="assertive"
          title="No se pudo abrir la plantilla"
          actions={<Button onClick={retry}>Reintentar</Button>}
        >
          {load.message}
        </Alert>
      )}
    </Dialog>
  )
}
