import { retryFailedParts } from 'shared/remote'
import { useOnline } from 'shared/state'
import { Button } from 'shared/ui'
import { RemoteFailurePanel } from './RemoteFailurePanel.tsx'

export interface MissingPartProps {
  /** Of the error boundary. */
  readonly onRetry: () => void
  readonly reload?: () => void
}

/**
 * A lazy chunk failed to load: no connection, or a tab older than the last
 * deploy, which needs a reload. The user decides when: changes may be
 * unsaved.
 */
export function MissingPart({ onRetry, reload = () => window.location.reload() }: MissingPartProps) {
  const retry = () => {
    retryFailedParts()
    onRetry()
  }
  useOnline(true, retry)
  return (
    <RemoteFailurePanel
      title="Falta una parte de esta página"
      text="Puede que tu conexión haya fallado o que haya una versión nueva de Trazo. Si reintentar no ayuda, recarga la página."
      onRetry={retry}
      otherAction={<Button onClick={reload}>Recargar</Button>}
    />
  )
}
