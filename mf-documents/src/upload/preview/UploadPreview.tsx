import { RemoteMount } from 'shared/remote'
import { Skeleton, VisuallyHidden } from 'shared/ui'
import styles from './UploadPreview.module.css'
import type { PreviewModel } from './use-preview.ts'

const NO_PREVIEW =
  'No pudimos mostrar la primera página. Puedes subir el documento de todas formas: lo revisamos al recibirlo.'

export function UploadPreview({ preview, file, width, show, giveUp }: PreviewModel) {
  return (
    <div className={styles.preview} aria-busy={preview.kind === 'making' || undefined}>
      {preview.kind === 'making' && (
        <>
          <Skeleton className={styles.skeleton} />
          <VisuallyHidden>Preparando la vista previa…</VisuallyHidden>
          <div hidden>
            <RemoteMount
              quiet
              remote="mf_signing"
              slot="page-picture"
              props={{ source: { kind: 'file', file }, width, onPicture: show, onFailure: giveUp }}
              onUnavailable={giveUp}
            />
          </div>
        </>
      )}
      {preview.kind === 'shown' && (
        <img className={styles.page} src={preview.url} alt={`Primera página de ${file.name}`} />
      )}
      {preview.kind === 'none' && <p className={styles.note}>{NO_PREVIEW}</p>}
    </div>
  )
}
