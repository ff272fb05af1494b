import type { CSSProperties, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { VisuallyHidden } from 'shared/ui'
import type { PageFrame } from '../geometry/geometry.ts'
import { contentSize, pageOrigin } from '../geometry/page-layout.ts'
import { viewerTexts } from './constants.ts'
import type { Found } from './find/found.ts'
import type { ModeRules, ViewerMode } from './mode.ts'
import { useGestures } from './moving/use-gestures.ts'
import { useScroll } from './moving/use-scroll.ts'
import { useViewport } from './moving/use-viewport.ts'
import type { View } from './moving/view.ts'
import { PageSheet, RenderFailure } from './PageSheet.tsx'
import { usePaintAhead } from './painting/use-paint-ahead.ts'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'

export type PageOverlay = (frame: PageFrame, rules: ModeRules) => ReactNode

/** The view lags one render behind a new page size. */
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
  readonly onPainted: ((pageNumber: number) => void) | undefined
  readonly onSettled: () => void
}

export function PageStage(props: PageStageProps) {
  const { viewer, mode, rules } = props
  const { view: model, page, pageNumber } = viewer
  const hintId = useId()
  const stage = useRef<HTMLDivElement>(null)
  const [settled, setSettled] = useState<number>()
  useViewport(stage, model.dispatch)
  useGestures(stage, model, { drag: rules.drag })
  useScroll(stage, model)
  const content = contentSize(model.view)
  return (
    <>
      <VisuallyHidden id={hintId}>{viewerTexts.hint}</VisuallyHidden>
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolled region; a fieldset is for forms. */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-label={`Página ${pageNumber}`}
        aria-describedby={hintId}
        aria-busy={page.kind !== 'failed' && settled !== pageNumber}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
        tabIndex={0}
        data-mode={mode}
        data-drag={rules.drag}
      >
        <div className={styles.content} style={{ inlineSize: content.width, blockSize: content.height }}>
          <Paper
            {...props}
            onSettled={(number) => {
              setSettled(number)
              props.onSettled()
            }}
          />
        </div>
      </div>
    </>
  )
}

/** Paper is white in every theme. */
function Paper({ viewer, fileName, rules, found, overlay, onPainted, onSettled }: PaperProps) {
  const { view: model, page, document, pageCount, reload } = viewer
  const { zoom } = model.view
  const { ahead } = viewer
  const paintNextAfter = usePaintAhead({
    ahead,
    document: document.kind === 'loaded' ? document.document : undefined,
    zoom,
  })
  const shown = page.kind === 'ready' ? page.page : undefined
  return (
    <div className={styles.sheet} data-theme="light" style={sheetStyle(model.view)}>
      {shown && (
        <PageSheet
          key={shown.number}
          page={shown}
          zoom={zoom}
          label={`${viewerTexts.position(shown.number, pageCount)} de ${fileName}`}
          ahead={ahead}
          selectable={rules.selectText}
          found={found}
          onCurrent={(rect) => model.dispatch({ type: 'brought-into-view', rect })}
          onSettled={(end) => {
            if (end === 'painted') paintNextAfter(shown.number)
            onSettled(shown.number)
            if (end === 'painted') onPainted?.(shown.number)
          }}
          onRetry={reload}
        />
      )}
      {shown && (
        <div className={styles.overlay}>{overlay?.({ number: shown.number, size: shown.size, zoom }, rules)}</div>
      )}
      {page.kind === 'failed' && <RenderFailure onRetry={reload} />}
    </div>
  )
}

interface PaperProps extends Omit<PageStageProps, 'onSettled'> {
  readonly onSettled: (pageNumber: number) => void
}
