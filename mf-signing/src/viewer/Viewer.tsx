import { type RefObject, useCallback, useRef, useState } from 'react'
import { PRODUCT } from 'shared/contract'
import { failureText } from 'shared/http'
import { notify } from 'shared/state'
import { Button, EmptyState, Progress, StrokeLoader } from 'shared/ui'
import { helpTexts, viewerTexts } from './constants.ts'
import { deferComponent } from './deferred.ts'
import type { LoadProgress, ViewedDocument } from './engine/pdf-engine.ts'
import type { FoundText } from './find/found.ts'
import type { ViewerMode } from './mode.ts'
import { rulesOf } from './mode.ts'
import { PageStage } from './PageStage.tsx'
import type { PageOverlay } from './PaperPage.tsx'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'

export interface ViewerProps {
  readonly viewer: ViewerModel
  readonly fileName: string
  readonly mode: ViewerMode
  readonly editing?: boolean
  readonly folds?: boolean
  /** In fractions of the page. */
  readonly overlay?: PageOverlay
  readonly onPainted?: (pageNumber: number) => void
  /** Default: dismisses the document. */
  readonly onClose?: () => void
}

export function Viewer({ onClose, editing = false, folds = false, overlay, onPainted, ...rest }: ViewerProps) {
  const { viewer, fileName } = rest
  const { document } = viewer
  return (
    <section className={styles.viewer} aria-label={fileName} aria-busy={document.kind === 'loading'}>
      {document.kind === 'loaded' ? (
        <OpenDocument opened={document.document} {...rest} {...{ editing, folds, overlay, onPainted }} />
      ) : (
        <div className={styles.centre}>
          <Unopened viewer={viewer} onClose={onClose ?? viewer.dismiss} />
        </div>
      )}
    </section>
  )
}

interface OpenDocumentProps {
  readonly opened: ViewedDocument
  readonly viewer: ViewerModel
  readonly fileName: string
  readonly mode: ViewerMode
  readonly editing: boolean
  readonly folds: boolean
  readonly overlay: PageOverlay | undefined
  readonly onPainted: ((pageNumber: number) => void) | undefined
}

const findBar = deferComponent(() => import(/* webpackChunkName: "viewer-tools" */ './find/FindBar.tsx'))

const viewerTools = deferComponent(() => import(/* webpackChunkName: "viewer-tools" */ './ViewerTools.tsx'))

const useFinding = (place: RefObject<HTMLElement | null>) => {
  const before = useRef<Element | null>(null)
  const [asked, setAsked] = useState(0)
  const finding = asked > 0
  const open = () => {
    if (!finding) before.current = place.current?.ownerDocument.activeElement ?? null
    setAsked(asked + 1)
  }
  const close = () => {
    setAsked(0)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const FindBar = findBar.use(finding, (error) => {
    setAsked(0)
    notify({ type: 'error', message: failureText(error, helpTexts.findUnavailable) })
  })
  return { asked, finding, open, close, FindBar }
}

function OpenDocument(props: OpenDocumentProps) {
  const { opened, viewer, fileName, mode, editing, folds, overlay, onPainted } = props
  const place = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<FoundText>()
  const rules = rulesOf(mode, editing)
  const [seen, setSeen] = useState(false)
  const Tools = viewerTools.use(seen || viewer.page.kind === 'failed', (error) =>
    notify({ type: 'error', message: failureText(error, helpTexts.toolsUnavailable) }),
  )
  const { asked, finding, open, close, FindBar } = useFinding(place)
  const { goTo } = viewer
  const onFound = useCallback(
    (next: FoundText | undefined) => {
      setFound(next)
      if (next?.current) goTo(next.current.page)
    },
    [goTo],
  )
  const shown = { viewer, stage, rules }
  return (
    <div ref={place} className={styles.open} data-flows={viewer.view.view.opening.flows}>
      <PageStage {...{ ...shown, fileName, mode, found, overlay, onPainted }} onSettled={() => setSeen(true)} />
      {Tools && (
        <Tools {...{ ...shown, mode, place, folds, finding }} onFindKey={open} onFind={finding ? close : open} />
      )}
      {FindBar && (
        <FindBar document={opened} asked={asked} pageNumber={viewer.pageNumber} onFound={onFound} onClose={close} />
      )}
    </div>
  )
}

function Unopened({ viewer, onClose }: { viewer: ViewerModel; onClose: () => void }) {
  const { document, reload } = viewer
  switch (document.kind) {
    case 'empty':
      return <EmptyState title={`Documento para ${PRODUCT}`} text={viewerTexts.noUrl} />
    case 'loading':
      return <Loading progress={document.progress} />
    case 'failed':
      return <Failed message={document.message} onRetry={reload} onClose={onClose} />
    case 'closed':
      return (
        <EmptyState
          title={`Documento para ${PRODUCT}`}
          text={helpTexts.closed}
          action={<Button onClick={reload}>Abrir de nuevo</Button>}
        />
      )
    case 'loaded':
      return null
  }
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

function Failed({ message, onRetry, onClose }: { message: string; onRetry: () => void; onClose: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={viewerTexts.failed}
        text={message}
        art={null}
        action={
          <div className={styles.choices}>
            <Button onClick={onClose}>Cerrar</Button>
            <Button variant="primary" onClick={onRetry}>
              Reintentar
            </Button>
          </div>
        }
      />
    </div>
  )
}
