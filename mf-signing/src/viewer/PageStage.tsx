import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Alert, Button, VisuallyHidden } from 'shared/ui'
import type { PageFrame } from '../fields/geometry.ts'
import { PAN_STEP_PX, viewerTexts, ZOOM_STEP } from './constants.ts'
import type { PdfPage } from './engine/pdf-engine.ts'
import { PageCanvas } from './PageCanvas.tsx'
import { useGestures } from './use-gestures.ts'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'
import type { ViewerMode } from './Viewer.tsx'
import type { View, ViewAction } from './view.ts'
import { contentSize, pageOrigin } from './view.ts'

const viewKeys: Readonly<Record<string, ViewAction>> = {
  ArrowLeft: { type: 'panned', dx: -PAN_STEP_PX, dy: 0 },
  ArrowRight: { type: 'panned', dx: PAN_STEP_PX, dy: 0 },
  ArrowUp: { type: 'panned', dx: 0, dy: -PAN_STEP_PX },
  ArrowDown: { type: 'panned', dx: 0, dy: PAN_STEP_PX },
  Home: { type: 'reset' },
  '+': { type: 'zoomed-by-step', step: ZOOM_STEP },
  '-': { type: 'zoomed-by-step', step: -ZOOM_STEP },
}

/** Tells the view how large its window is. */
const useViewport = (ref: RefObject<HTMLElement | null>, dispatch: (action: ViewAction) => void) => {
  const send = useRef(dispatch)
  useLayoutEffect(() => {
    send.current = dispatch
  })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      send.current({
        type: 'viewport-measured',
        viewport: { width: element.clientWidth, height: element.clientHeight },
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
}

/** Scrolls to where the view says, after the page has its new size. */
const useScroll = (ref: RefObject<HTMLElement | null>, view: View) =>
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    element.scrollLeft = view.pan.x
    element.scrollTop = view.pan.y
  }, [ref, view])

interface StageProps {
  readonly viewer: ViewerModel
  readonly fileName: string
  readonly mode: ViewerMode
  readonly editing: boolean
  readonly overlay: ((frame: PageFrame) => ReactNode) | undefined
}

/** The table on which the page lies: scrolls, zooms, listens to keys. */
export function PageStage({ viewer, fileName, mode, editing, overlay }: StageProps) {
  const { view: model, page } = viewer
  const { view } = model
  const stage = useRef<HTMLDivElement>(null)
  useViewport(stage, model.dispatch)
  useGestures(stage, model, { drag: mode !== 'signing' })
  useScroll(stage, view)

  const onKeyDown = (event: KeyboardEvent) => {
    const action = viewKeys[event.key]
    if (!action || editing || event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    model.dispatch(action)
  }

  const origin = pageOrigin(view)
  const shown = page.kind === 'ready' ? page.page : undefined
  // Until the reducer has seen this page, its size is that of the page before.
  const sheet = {
    insetInlineStart: origin.x,
    insetBlockStart: origin.y,
    inlineSize: view.page.width * view.zoom,
    blockSize: view.page.height * view.zoom,
  }
  return (
    <>
      <VisuallyHidden id="viewer-hint">{viewerTexts.hint}</VisuallyHidden>
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolled region; a fieldset would be about a form. */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-label={`Página ${viewer.pageNumber}`}
        aria-describedby="viewer-hint"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
        tabIndex={0}
        data-mode={mode}
        onKeyDown={onKeyDown}
      >
        <div
          className={styles.content}
          style={{ inlineSize: contentSize(view).width, blockSize: contentSize(view).height }}
        >
          {/* Paper is white in the dark too, and so is what lies on it. */}
          <div className={styles.sheet} data-theme="light" style={sheet}>
            {shown && (
              <Sheet
                key={shown.number}
                page={shown}
                zoom={view.zoom}
                label={`${viewerTexts.position(shown.number, viewer.pageCount)} de ${fileName}`}
                onRetry={viewer.reload}
              />
            )}
            {shown && (
              <div className={styles.overlay}>
                {overlay?.({ number: shown.number, size: shown.size, zoom: view.zoom })}
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
  readonly onRetry: () => void
}

function Sheet({ page, zoom, label, onRetry }: SheetProps) {
  const [failed, setFailed] = useState(false)
  return (
    <>
      <PageCanvas
        page={page}
        zoom={zoom}
        label={label}
        onFailed={() => setFailed(true)}
        onPainted={() => setFailed(false)}
      />
      {failed && <RenderFailure onRetry={onRetry} />}
    </>
  )
}
