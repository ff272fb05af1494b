import { FailurePanel } from './FailurePanel.tsx'

export interface MissingPartProps {
  /** Starts the whole page again; a parameter for tests. */
  readonly reload?: () => void
}

/**
 * Stands where a lazy part did not arrive: the connection is gone, or the tab is older than the last deploy. React keeps
 * such a failure for good, so only a fresh page helps, and when to have that is for the person to say: something that
 * is not saved may stand beside it.
 */
export function MissingPart({ reload = () => window.location.reload() }: MissingPartProps) {
  return (
    <FailurePanel
      title="Falta una parte de esta página"
      text="Puede que haya una versión nueva de Trazo o que tu conexión haya fallado. Recarga la página para seguir."
      action="Recargar"
      onRetry={reload}
    />
  )
}
