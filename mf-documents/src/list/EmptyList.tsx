import { Button, EmptyState } from 'shared/ui'

export interface EmptyListProps {
  readonly signed: boolean
  readonly onUpload: () => void
}

export function EmptyList({ signed, onUpload }: EmptyListProps) {
  if (signed)
    return (
      <EmptyState
        title="Aún no tienes documentos firmados"
        text="Cuando un documento tenga todas sus firmas, aparecerá aquí."
      />
    )
  return (
    <EmptyState
      title="Aún no tienes documentos"
      text="Sube un PDF, marca dónde se firma e invita a quien deba firmarlo."
      action={
        <Button variant="primary" onClick={onUpload}>
          Subir mi primer documento
        </Button>
      }
    />
  )
}
