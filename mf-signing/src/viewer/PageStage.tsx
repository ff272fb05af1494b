import type { CSSProperties, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { Alert, Button, StrokeLoader, VisuallyHidden } from 'shared/ui'
import type { CanvasRect, PageFrame } from '../fields/geometry.ts'
import { helpTexts, viewerTexts } from './constants.ts'
import type { PdfPage } from './engine/pdf-engine.ts'
import type { Found } from './find/found.ts'
import { later } from './later.ts'
import type { ModeRules, ViewerMode } from './mode.ts'
import { PageCanvas } from './PageCanvas.tsx'
import type { PaintAhead } from './paint-ahead.ts'
import { useGestures } from './use-gestures.ts'
import { usePaintAhead } from './use-paint-ahead.ts'
import { useScroll } from './use-scroll.ts'
import type { ViewerModel } from './use-viewer.ts'
import { useViewport } from './use-viewport.ts'
import styles from './Viewer.module.css'
import { contentSize, pageOrigin, type View } from './view.ts'

/** What lies on a page; a page knows what may be done on it. */
export type PageOverlay = (frame: PageFrame, rules: ModeRules) => ReactNode

/** Words come after the picture: nobody waits for them to see the page. */
const pageText = later(() => import('./text/PageText.tsx'))

/** Until the reducer has seen a page, its size is that of the page before. */
const sheetStyle = (view: View): CSSProperties & { readonly '--page-zoom': number } => {
  const origin = pageOrigin(view)
  return {
    '--page-zoom': view.zoom,
    insetInlineStart: origin.x,
    insetBlockStart: origin.y,
    inlineSize: view.page.width * view.zoom,
    blockSize: view.page.height * view.zoom,
  }
}

export interface PageStageProps {
  readonly viewer: ViewerModel
  readonly fileName: string
  readonly mode: ViewerMode
  readonly rules: ModeRules
  readonly found: Found | undefined
  readonly overlay: PageOverlay | undefined
}

/** The table on which the page lies: scrolls, zooms, and carries what lies on the page. */
export function PageStage({ viewer, fileName, mode, rules, found, overlay }: PageStageProps) {
  const { view: model, page, document } = viewer
  const { view } = model
  const hintId = useId()
  const stage = useRef<HTMLDivElement>(null)
  const [painted, setPainted] = useState<number>()
  useViewport(stage, model.dispatch)
  useGestures(stage, model, { drag: rules.drag })
  useScroll(stage, model)
  const ahead = usePaintAhead({
    document: document.kind === 'loaded' ? document.document : undefined,
    painted: painted === viewer.pageNumber ? painted : undefined,
    zoom: view.zoom,
  })
  const shown = page.kind === 'ready' ? page.page : undefined
  return (
    <>
      <VisuallyHidden id={hintId}>{viewerTexts.hint}</VisuallyHidden>
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolled region; a fieldset would be about a form. */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-label={`Página ${viewer.pageNumber}`}
        aria-describedby={hintId}
        aria-busy={painted !== viewer.pageNumber}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
        tabIndex={0}
        data-mode={mode}
        data-drag={rules.drag}
      >
        <div
          className={styles.content}
          style={{ inlineSize: contentSize(view).width, blockSize: contentSize(view).height }}
        >
          {/* Paper is white in the dark too, and so is what lies on it. */}
          <div className={styles.sheet} data-theme="light" style={sheetStyle(view)}>
            {shown && (
              <Sheet
                key={shown.number}
                page={shown}
                zoom={view.zoom}
                label={`${viewerTexts.position(shown.number, viewer.pageCount)} de ${fileName}`}
                ahead={ahead}
                onPainted={() => setPainted(shown.number)}
                onRetry={viewer.reload}
                textOf={{
                  selectable: rules.selectText,
                  found,
                  onCurrent: (rect) => model.dispatch({ type: 'brought-into-view', rect }),
                }}
              />
            )}
            {shown && (
              <div className={styles.overlay}>
                {overlay?.({ number: shown.number, size: shown.size, zoom: view.zoom }, rules)}
              </div>
            )}
            {page.kind === 'failed' && <RenderFailure onRetry={viewer.reload} />}
          </div>
        </div>
      </div>
    </>
  )
}

function RenderFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      className={styles.failure}
      tone="error"
      live="assertive"
      title={viewerTexts.renderFailed}
      actions={<Button onClick={onRetry}>Reintentar</Button>}
    />
  )
}

interface SheetProps {
  readonly page: PdfPage
  readonly zoom: number
  readonly label: string
  readonly ahead: PaintAhead
  readonly onPainted: () => void
  readonly onRetry: () => void
  readonly textOf: {
    readonly selectable: boolean
    readonly found: Found | undefined
    readonly onCurrent: (rect: CanvasRect) => void
  }
}

/** One page: its picture, and its words once that is painted. */
function Sheet({ page, zoom, label, ahead, onPainted, onRetry, textOf }: SheetProps) {
  const [state, setState] = useState<'painting' | 'painted' | 'failed'>('painting')
  const PageText = pageText.use(state === 'painted')
  const painted = () => {
    setState('painted')
    onPainted()
  }
  return (
    <>
      <PageCanvas
        page={page}
        zoom={zoom}
        label={label}
        ahead={ahead}
        onFailed={() => setState('failed')}
        onPainted={painted}
      />
      {state === 'painting' && (
        <div className={styles.waiting} aria-hidden="true">
          <StrokeLoader role="none" text={helpTexts.pageLoading} />
        </div>
      )}
      {PageText && <PageText page={page} {...textOf} />}
      {state === 'failed' && <RenderFailure onRetry={onRetry} />}
    </>
  )
}
