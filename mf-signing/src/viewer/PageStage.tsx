import type { RefObject } from 'react'
import { useId, useState } from 'react'
import { VisuallyHidden } from 'shared/ui'
import { contentSize, pagesNear } from '../geometry/page-layout.ts'
import { viewerTexts } from './constants.ts'
import type { FoundText } from './find/found.ts'
import type { ModeRules, ViewerMode } from './mode.ts'
import { useScroll } from './moving/use-scroll.ts'
import { useViewport } from './moving/use-viewport.ts'
import type { ViewState } from './moving/view.ts'
import type { PageOverlay } from './PaperPage.tsx'
import { PaperPage } from './PaperPage.tsx'
import { usePaintAhead } from './painting/use-paint-ahead.ts'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'

export interface PageStageProps {
  readonly viewer: ViewerModel
  readonly stage: RefObject<HTMLDivElement | null>
  readonly fileName: string
  readonly mode: ViewerMode
  readonly rules: ModeRules
  readonly found: FoundText | undefined
  readonly overlay: PageOverlay | undefined
  readonly onPainted: ((pageNumber: number) => void) | undefined
  readonly onSettled: () => void
}

/** The first page comes alone. */
const mountedPages = ({ column, ...layout }: ViewState, pageNumber: number, settled: boolean): readonly number[] =>
  settled && column ? pagesNear({ ...layout, column }) : [pageNumber]

export function PageStage(props: PageStageProps) {
  const { viewer, stage, mode, rules, fileName, found, overlay } = props
  const { view: model, page, pageNumber, document } = viewer
  const { view } = model
  const hintId = useId()
  const [settled, setSettled] = useState<number>()
  useViewport(stage, model)
  useScroll(stage, model, viewer.read)
  const opened = document.kind === 'loaded' ? document.document : undefined
  const paintNextAfter = usePaintAhead({ ahead: viewer.ahead, document: opened, zoom: view.zoom })
  const content = contentSize(view)
  const onSettled = (number: number, end: 'painted' | 'failed') => {
    if (end === 'painted' && !view.column) paintNextAfter(number)
    setSettled(number)
    props.onSettled()
    if (end === 'painted') props.onPainted?.(number)
  }
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
          {mountedPages(view, pageNumber, settled !== undefined).map((number) => (
            <PaperPage
              key={view.column ? number : 0}
              {...{ number, viewer, opened, fileName, rules, found, overlay, onSettled }}
            />
          ))}
        </div>
      </div>
    </>
  )
}
