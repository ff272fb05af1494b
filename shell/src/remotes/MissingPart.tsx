import { FailurePanel } from './FailurePanel.tsx'

export interface MissingPartProps {
  readonly reload?: () => void
}

/**
 * A lazy chunk failed to load: no connection, or a tab older than the last
 * deploy. React caches the failure, so only a reload helps. The user
 * decides when: changes may be unsaved.
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
