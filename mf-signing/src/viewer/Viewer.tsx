import type { ReactNode } from 'react'
import { PRODUCT } from 'shared/contract'
import { Button, EmptyState, Progress, StrokeLoader } from 'shared/ui'
import type { PageFrame } from '../fields/geometry.ts'
import { viewerTexts } from './constants.ts'
import type { LoadProgress } from './engine/pdf-engine.ts'
import { PageStage } from './PageStage.tsx'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'
import { ViewerToolbar } from './ViewerToolbar.tsx'

/** viewer: look and pan; editor: fields are placed while editing; signing: a guest looks and signs. */
export type ViewerMode = 'viewer' | 'editor' | 'signing'

export interface ViewerProps {
  readonly viewer: ViewerModel
  readonly fileName: string
  readonly mode: ViewerMode
  /** Fields are being placed: the keys belong to them. */
  readonly editing?: boolean
  /** What lies on the page, in fractions of it; drawn over the picture. */
  readonly overlay?: (frame: PageFrame) => ReactNode
  /** Leaves the document after an error. */
  readonly onClose?: () => void
}

const megabytes = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

function Loading({ progress }: { progress: LoadProgress | undefined }) {
  if (progress?.total === undefined || progress.loaded >= progress.total) {
    return <StrokeLoader text={viewerTexts.loading} />
  }
  const inMegabytes = (bytes: number) => megabytes.format(bytes / 1024 / 1024)
  return (
    <div className={styles.loading} role="status">
      <Progress
        label={viewerTexts.loading}
        value={progress.loaded}
        max={progress.total}
        valueText={`${inMegabytes(progress.loaded)} de ${inMegabytes(progress.total)} MB`}
      />
    </div>
  )
}

function Failed({ message, onRetry, onClose }: { message: string; onRetry: () => void; onClose?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={viewerTexts.failed}
        text={message}
        art={null}
        action={
          <div className={styles.choices}>
            {onClose && <Button onClick={onClose}>Cerrar</Button>}
            <Button variant="primary" onClick={onRetry}>
              Reintentar
            </Button>
          </div>
        }
      />
    </div>
  )
}

/** A PDF, one page at a time, with what lies on it. */
export function Viewer({ viewer, fileName, mode, editing = false, overlay, onClose }: ViewerProps) {
  const { document } = viewer
  return (
    <section className={styles.viewer} aria-label={fileName} aria-busy={document.kind === 'loading'}>
      {document.kind === 'empty' && (
        <div className={styles.centre}>
          <EmptyState title={`Documento para ${PRODUCT}`} text={viewerTexts.noUrl} />
        </div>
      )}
      {document.kind === 'loading' && (
        <div className={styles.centre}>
          <Loading progress={document.progress} />
        </div>
      )}
      {document.kind === 'failed' && (
        <div className={styles.centre}>
          <Failed message={document.message} onRetry={viewer.reload} {...(onClose ? { onClose } : {})} />
        </div>
      )}
      {document.kind === 'loaded' && (
        <>
          <PageStage viewer={viewer} fileName={fileName} mode={mode} editing={editing} overlay={overlay} />
          <ViewerToolbar viewer={viewer} />
        </>
      )}
    </section>
  )
}
