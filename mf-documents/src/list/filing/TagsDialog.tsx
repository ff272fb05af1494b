import { useId, useState } from 'react'
import { Dialog, RetryAlert } from 'shared/controls'
import { Button, StrokeLoader } from 'shared/ui'
import { TagsForm } from './TagsForm.tsx'
import type { TaggedObjects } from './tagged-objects.ts'
import { useAccountTags } from './use-account-tags.ts'

/** Tags of one or several documents or templates. */
export default function TagsDialog(props: TaggedObjects) {
  const { description, onClose } = props
  const { state, retry } = useAccountTags()
  const [busy, setBusy] = useState(false)
  const id = useId()
  return (
    <Dialog
      open
      title="Etiquetas"
      closable={!busy}
      {...{ description, onClose }}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          {state.kind === 'ready' && (
            <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Guardando…">
              Guardar etiquetas
            </Button>
          )}
        </>
      }
    >
      {state.kind === 'loading' && <StrokeLoader text="Cargando tus etiquetas…" />}
      {state.kind === 'failed' && (
        <RetryAlert live="assertive" title="No se pudieron cargar tus etiquetas" onRetry={retry}>
          {state.message}
        </RetryAlert>
      )}
      {state.kind === 'ready' && <TagsForm {...props} id={id} tags={state.tags} onBusy={setBusy} />}
    </Dialog>
  )
}
