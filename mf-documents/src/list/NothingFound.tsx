import { Button, EmptyState } from 'shared/ui'

export interface NothingFoundProps {
  /** Another response is pending. */
  readonly busy: boolean
  readonly onClear: () => void
}

export function NothingFound({ busy, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      aria-busy={busy}
      title="Ningún documento coincide con lo que buscas"
      text="Prueba con otras palabras o con otro estado. Las tildes y las mayúsculas no importan."
      action={<Button onClick={onClear}>Quitar los filtros</Button>}
    />
  )
}
