import { Button, EmptyState } from 'shared/ui'
import type { DocumentGroup } from '../documents/document-filters.ts'

export interface EmptyListProps {
  readonly signed: boolean
  readonly onUpload: () => void
  readonly onArchive: (() => void) | undefined
}

export function EmptyList({ signed, onUpload, onArchive }: EmptyListProps) {
  if (signed)
    return (
      <EmptyState
        title="Aún no tienes documentos firmados"
        text="Cuando un documento tenga todas sus firmas, aparecerá aquí."
      />
    )
  if (onArchive)
    return (
      <EmptyState
        title="Todos tus documentos están archivados"
        text="No se eliminaron: sácalos del archivo cuando los necesites, o sube otro."
        action={<Button onClick={onArchive}>Ver los archivados</Button>}
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

export interface NothingFoundProps {
  /** Another response is pending. */
  readonly busy: boolean
  readonly onClear: () => void
}

export function NothingFound({ busy, hasArchive, onClear }: NothingFoundProps & { readonly hasArchive: boolean }) {
  return (
    <EmptyState
      aria-busy={busy}
      title="Ningún documento coincide con lo que buscas"
      text={`Prueba con otras palabras o con otro estado. Las tildes y las mayúsculas no importan.${hasArchive ? ' Los archivados se buscan en «Archivados».' : ''}`}
      action={<Button onClick={onClear}>Quitar los filtros</Button>}
    />
  )
}

const groupTexts: Readonly<Record<DocumentGroup, { readonly title: string; readonly text: string }>> = {
  owner: { title: 'Ningún documento espera tu firma', text: 'Cuando te toque firmar uno, aparecerá aquí.' },
  others: {
    title: 'Ningún documento espera a otras personas',
    text: 'Aquí verás los que enviaste a firmar hasta que todos firmen.',
  },
  completed: {
    title: 'Aún no hay documentos completados',
    text: 'Cuando un documento tenga todas sus firmas, aparecerá aquí.',
  },
  archived: {
    title: 'No hay documentos archivados',
    text: 'Archiva desde su menú los que ya no quieras ver en la lista. No se eliminan, y su firma sigue.',
  },
}

export function EmptyGroup({ group, busy, onClear }: NothingFoundProps & { readonly group: DocumentGroup }) {
  return (
    <EmptyState
      aria-busy={busy}
      {...groupTexts[group]}
      action={<Button onClick={onClear}>Ver todos los documentos</Button>}
    />
  )
}
