import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Search from 'lucide-react/icons/search'
import type { IconButtonProps } from 'shared/ui'
import { IconButton } from 'shared/ui'
import { ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from './constants.ts'
import { PagePosition } from './PagePosition.tsx'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'
import { ViewerHelp } from './ViewerHelp.tsx'

const percent = new Intl.NumberFormat('es-CR', { style: 'percent' })

interface StepProps extends IconButtonProps {
  /** Last step. */
  readonly end: boolean
}

/** Keeps the focus when disabled. */
const Step = ({ end, onClick, ...rest }: StepProps) => (
  <IconButton {...rest} aria-disabled={end || undefined} onClick={end ? undefined : onClick} />
)

export interface ViewerToolbarProps {
  readonly viewer: ViewerModel
  readonly finding: boolean
  readonly onFind: () => void
}

export default function ViewerToolbar({ viewer, finding, onFind }: ViewerToolbarProps) {
  const { pageNumber, pageCount, goTo, view } = viewer
  const { zoom } = view.view
  const zoomBy = (step: number) => () => view.dispatch({ type: 'zoomed-by-step', step })
  const reset = () => view.dispatch({ type: 'reset' })
  return (
    <div className={styles.foot}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={styles.toolbar} role="group" aria-label="Páginas y zoom">
        <Step
          label="Página anterior"
          icon={<ChevronLeft />}
          end={pageNumber <= 1}
          onClick={() => goTo(pageNumber - 1)}
        />
        <PagePosition pageNumber={pageNumber} pageCount={pageCount} goTo={goTo} />
        <Step
          label="Página siguiente"
          icon={<ChevronRight />}
          end={pageNumber >= pageCount}
          onClick={() => goTo(pageNumber + 1)}
        />
        <span className={styles.divider} />
        <Step
          className={styles.step}
          label="Alejar"
          icon={<Minus />}
          end={zoom <= ZOOM_MIN}
          onClick={zoomBy(-ZOOM_STEP)}
        />
        <span className={styles.zoom} role="status">
          {percent.format(zoom)}
        </span>
        <Step
          className={styles.step}
          label="Acercar"
          icon={<Plus />}
          end={zoom >= ZOOM_MAX}
          onClick={zoomBy(ZOOM_STEP)}
        />
        <IconButton className={styles.wide} label="Restablecer vista" icon={<RotateCcw />} onClick={reset} />
        <span className={styles.divider} />
        <IconButton
          className={styles.wide}
          label="Buscar en el documento"
          icon={<Search />}
          aria-pressed={finding}
          onClick={onFind}
        />
        <ViewerHelp onReset={reset} onFind={onFind} />
      </div>
    </div>
  )
}
