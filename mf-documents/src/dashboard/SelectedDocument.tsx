import { RemoteMount } from 'shared/remote'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import styles from './SelectedDocument.module.css'
import type { DocumentSelection } from './use-selected-document.ts'

export interface SelectedDocumentProps {
  readonly selection: DocumentSelection
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function SelectedDocument({ selection, onClose, onChanged }: SelectedDocumentProps) {
  if (selection.kind === 'none') return null
  return (
    <div className={styles.editor}>
      {selection.kind === 'open' && (
        <RemoteMount remote="mf_signing" slot="document-editor" props={{ file: selection.file, onClose, onChanged }} />
      )}
      {selection.kind === 'loading' && (
        <div>
          <StrokeLoader text="Abriendo el documento…" />
        </div>
      )}
      {selection.kind === 'missing' && (
        <div>
          <Alert
            tone="warning"
            live="assertive"
            title="No encontramos este documento"
            actions={<Button onClick={onClose}>Ver mis documentos</Button>}
          >
            Puede que se haya eliminado, o que sea de otra cuenta.
          </Alert>
        </div>
      )}
      {selection.kind === 'failed' && (
        <div>
          <Alert
            tone="error"
            live="assertive"
            title="No se pudo abrir el documento"
            actions={
              <>
                <Button onClick={selection.retry}>Reintentar</Button>
                <Button variant="ghost" onClick={onClose}>
                  Cerrar
                </Button>
              </>
            }
          >
            Revisa tu conexión e inténtalo de nuevo.
          </Alert>
        </div>
      )}
    </div>
  )
}
