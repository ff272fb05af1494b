import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Search from 'lucide-react/icons/search'
import { cx, IconButton } from 'shared/ui'
import { ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from './constants.ts'
import type { ViewerMode } from './mode.ts'
import { PagePosition } from './PagePosition.tsx'
import reading from './ReadingFoot.module.css'
import { StepButton } from './StepButton.tsx'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'
import { ViewerHelp } from './ViewerHelp.tsx'

const percent = new Intl.NumberFormat('es-CR', { style: 'percent' })

export interface ViewerToolbarProps {
  readonly viewer: ViewerModel
  readonly mode: ViewerMode
  readonly finding: boolean
  readonly onFind: () => void
}

export function ViewerToolbar({ viewer, mode, finding, onFind }: ViewerToolbarProps) {
  const { pageNumber, pageCount, goTo, view } = viewer
  const { zoom } = view.view
  const zoomBy = (step: number) => () => view.dispatch({ type: 'zoomed-by-step', step })
  /** The editor resets and helps by itself. */
  const hasTools = mode === 'editor'
  const reset = () => view.dispatch({ type: 'reset' })
  return (
    <div className={cx(styles.foot, view.view.opening.flows && reading.foot)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={styles.toolbar} role="group" aria-label="Páginas y zoom">
        <StepButton
          label="Página anterior"
          icon={<ChevronLeft />}
          end={pageNumber <= 1}
          onClick={() => goTo(pageNumber - 1)}
        />
        <PagePosition pageNumber={pageNumber} pageCount={pageCount} goTo={goTo} />
        <StepButton
          label="Página siguiente"
          icon={<ChevronRight />}
          end={pageNumber >= pageCount}
          onClick={() => goTo(pageNumber + 1)}
        />
        <span className={styles.divider} />
        <StepButton
          className={styles.step}
          label="Alejar"
          icon={<Minus />}
          end={zoom <= ZOOM_MIN}
          onClick={zoomBy(-ZOOM_STEP)}
        />
        <span className={styles.zoom} role="status">
          {percent.format(zoom)}
        </span>
        <StepButton
          className={styles.step}
          label="Acercar"
          icon={<Plus />}
          end={zoom >= ZOOM_MAX}
          onClick={zoomBy(ZOOM_STEP)}
        />
        {!hasTools && (
          <IconButton className={styles.wide} label="Restablecer vista" icon={<RotateCcw />} onClick={reset} />
        )}
        <span className={styles.divider} />
        <IconButton
          className={hasTools ? undefined : styles.wide}
          label="Buscar en el documento"
          icon={<Search />}
          aria-pressed={finding}
          onClick={onFind}
        />
        {!hasTools && <ViewerHelp onReset={reset} onFind={onFind} />}
      </div>
    </div>
  )
}
