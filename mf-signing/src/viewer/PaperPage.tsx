import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useLatest } from 'shared/state'
import type { PageFrame } from '../geometry/geometry.ts'
import { CANVAS_MAX_PIXELS, pageOrigin, sizeOfPage } from '../geometry/page-layout.ts'
import { NEIGHBOUR_MAX_PIXELS, viewerTexts } from './constants.ts'
import type { ViewedDocument } from './engine/pdf-engine.ts'
import type { FoundText } from './find/found.ts'
import type { ModeRules } from './mode.ts'
import type { ViewState } from './moving/view.ts'
import { PageSheet, RenderFailure } from './PageSheet.tsx'
import { usePage } from './use-page.ts'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'

export type PageOverlay = (frame: PageFrame, rules: ModeRules) => ReactNode

/** The view lags one render behind a new page size. */
const sheetStyle = (view: ViewState, number: number): CSSProperties & { readonly '--page-zoom': number } => {
  const { x, y } = pageOrigin(view, number)
  const { width, height } = sizeOfPage(view, number)
  return {
    '--page-zoom': view.zoom,
    insetInlineStart: x,
    insetBlockStart: y,
    inlineSize: width * view.zoom,
    blockSize: height * view.zoom,
  }
}

export interface PaperProps {
  readonly number: number
  readonly viewer: ViewerModel
  readonly opened: ViewedDocument | undefined
  readonly fileName: string
  readonly rules: ModeRules
  readonly found: FoundText | undefined
  readonly overlay: PageOverlay | undefined
  readonly onSettled: (pageNumber: number, end: 'painted' | 'failed') => void
}

interface End {
  readonly number: number
  readonly kind: 'painted' | 'failed'
}

/** Paper is white in every theme. */
export function PaperPage({ number, viewer, opened, fileName, rules, found, overlay, onSettled }: PaperProps) {
  const { view: model, ahead, pageCount, reload, explain } = viewer
  const { view, dispatch } = model
  const isCurrent = number === viewer.pageNumber
  const near = usePage(
    isCurrent ? undefined : opened,
    number,
    ({ size }) => dispatch({ type: 'page-sized', number, size }),
    true,
  )
  const page = isCurrent ? viewer.page : near
  const [end, setEnd] = useState<End>()
  const latest = useLatest({ end, onSettled })
  // Painted earlier, as a neighbour.
  useEffect(() => {
    const { end: before, onSettled: report } = latest.current
    if (isCurrent && before?.number === number) report(number, before.kind)
  }, [isCurrent, number])
  const shown = page.kind === 'ready' ? page.page : undefined
  return (
    <div className={styles.sheet} data-theme="light" style={sheetStyle(view, number)}>
      {shown && (
        <PageSheet
          key={shown.number}
          page={shown}
          zoom={view.zoom}
          mostPixels={isCurrent ? CANVAS_MAX_PIXELS : NEIGHBOUR_MAX_PIXELS}
          label={`${viewerTexts.position(shown.number, pageCount)} de ${fileName}`}
          ahead={ahead}
          selectable={rules.selectText}
          found={found}
          onCurrent={(rect) => dispatch({ type: 'brought-into-view', rect })}
          onSettled={(kind) => {
            if (view.column) setEnd({ number: shown.number, kind })
            if (isCurrent) onSettled(shown.number, kind)
          }}
          onRetry={reload}
          explain={explain}
        />
      )}
      {shown && (
        <div className={styles.overlay}>
          {overlay?.({ number: shown.number, size: shown.size, zoom: view.zoom }, rules)}
        </div>
      )}
      {page.kind === 'failed' && <RenderFailure onRetry={reload} explain={explain} />}
    </div>
  )
}
