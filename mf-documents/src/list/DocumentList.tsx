import { useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { useRemoteHost } from 'shared/remote'
import { Alert, Button, EmptyState } from 'shared/ui'
import { LIST_FAILURE } from './constants.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import styles from './DocumentList.module.css'
import { signedOnly } from './files-state.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { useDeletion } from './use-deletion.ts'
import type { Files } from './use-files.ts'

export interface DocumentListProps {
  readonly files: Files
  /** 'Documentos Firmados': only what is signed. */
  readonly signed: boolean
  readonly onOpen: (file: UserFile) => void
  /** The way out of an empty list. */
  readonly onUpload: () => void
}

/** The owner's documents as cards, with their loading, failed and empty states. */
export function DocumentList({ files, signed, onOpen, onUpload }: DocumentListProps) {
  const { state, refresh, forget } = files
  const list = useRef<HTMLUListElement>(null)
  const deletion = useDeletion((file) => {
    forget(file)
    refresh()
    // The card that had the focus is gone: it goes on at the list.
    list.current?.focus()
  })
  const { preload } = useRemoteHost()

  if (state.kind === 'loading') return <ListSkeleton />
  const failure = (
    <Alert tone="error" live="assertive" title={LIST_FAILURE} actions={<Button onClick={refresh}>Reintentar</Button>}>
      Revisa tu conexión e inténtalo de nuevo. Tus documentos siguen a salvo.
    </Alert>
  )
  if (state.kind === 'failed') return failure
  const shown = signed ? signedOnly(state.files) : state.files

  return (
    <div className={styles.list}>
      {state.stale && failure}
      {shown.length === 0 ? (
        <EmptyList signed={signed} onUpload={onUpload} />
      ) : (
        <ul
          className={styles.grid}
          aria-label={signed ? 'Documentos Firmados' : 'Mis Documentos'}
          ref={list}
          tabIndex={-1}
        >
          {shown.map((file) => (
            <DocumentCard
              key={file.id}
              file={file}
              onOpen={onOpen}
              onIntent={() => preload('mf_signing')}
              onDelete={deletion.ask}
            />
          ))}
        </ul>
      )}
      <DeleteDialog {...deletion} />
    </div>
  )
}

function EmptyList({ signed, onUpload }: Pick<DocumentListProps, 'signed' | 'onUpload'>) {
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
