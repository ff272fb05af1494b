import type { UserFile } from 'shared/contract'
import { Dialog } from 'shared/controls'
import { Alert, Button, Skeleton } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import { isUnsaved } from '../fields/drafts.ts'
import type { EditorModel } from '../use-editor.ts'
import { SaveTemplateForm } from './SaveTemplateForm.tsx'
import { useDraft } from './use-draft.ts'

export interface SaveTemplateProps extends Pick<EditorModel, 'notify'> {
  readonly file: UserFile
  readonly editing: Pick<EditorModel['editing'], 'state' | 'retry'>
  readonly onClose: () => void
  readonly onSaved: (() => void) | undefined
}

export function SaveTemplate({ file, editing, notify, onClose, onSaved }: SaveTemplateProps) {
  const { load, retry } = useDraft(file.id, !isUnsaved(editing.state))
  if (load.kind === 'ready' && load.draft.roles.length > 0)
    return <SaveTemplateForm {...{ file, notify, onClose, onSaved }} draft={load.draft} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.saveTemplate}
      footer={<Button onClick={onClose}>Volver al documento</Button>}
    >
      {editing.state === 'failed' && (
        <Problem title="Los campos no se guardaron" onRetry={editing.retry}>
          La plantilla se hace con los campos guardados. Revisa tu conexión e inténtalo de nuevo.
        </Problem>
      )}
      {load.kind === 'loading' && editing.state !== 'failed' && <Skeleton height="12rem" />}
      {load.kind === 'failed' && (
        <Problem title="No se pudo preparar la plantilla" onRetry={retry}>
          {load.message}
        </Problem>
      )}
      {load.kind === 'ready' && (
        <Alert tone="info" title="Falta decir dónde se firma">
          Coloca al menos un campo de firma en el documento y guarda la plantilla después.
        </Alert>
      )}
    </Dialog>
  )
}

interface ProblemProps {
  readonly title: string
  readonly children: string
  readonly onRetry: () => void
}

function Problem({ title, children, onRetry }: ProblemProps) {
  return (
    <Alert tone="error" live="assertive" title={title} actions={<Button onClick={onRetry}>Reintentar</Button>}>
      {children}
    </Alert>
  )
}
