import type { UserFile } from 'shared/contract'
import { Dialog, RetryAlert } from 'shared/controls'
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
  if (load.kind === 'ready' && load.draft.roles.some(({ kind }) => kind === 'firma'))
    return <SaveTemplateForm {...{ file, notify, onClose, onSaved }} draft={load.draft} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.saveTemplate}
      footer={<Button onClick={onClose}>Volver al documento</Button>}
    >
      {editing.state === 'failed' && (
        <RetryAlert live="assertive" title="Los campos no se guardaron" onRetry={editing.retry}>
          La plantilla se hace con los campos guardados. Revisa tu conexión e inténtalo de nuevo.
        </RetryAlert>
      )}
      {load.kind === 'loading' && editing.state !== 'failed' && <Skeleton height="12rem" />}
      {load.kind === 'failed' && (
        <RetryAlert live="assertive" title="No se pudo preparar la plantilla" onRetry={retry}>
          {load.message}
        </RetryAlert>
      )}
      {load.kind === 'ready' && (
        <Alert tone="info" title="Falta decir dónde se firma">
          Coloca al menos un campo de firma en el documento y guarda la plantilla después.
        </Alert>
      )}
    </Dialog>
  )
}
