import { Button, EmptyState } from 'shared/ui'

export interface NothingFoundProps {
  /** Another answer is on its way. */
  readonly busy: boolean
  readonly onClear: () => void
}

/** No document is what was asked for. */
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
