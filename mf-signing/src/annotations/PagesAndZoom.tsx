import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { IconButton } from 'shared/ui'
import { ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from '../viewer/constants.ts'
import { stepZoom } from '../viewer/moving/view.ts'
import { PagePosition } from '../viewer/PagePosition.tsx'
import { StepButton } from '../viewer/StepButton.tsx'
import styles from '../viewer/Viewer.module.css'
import type { AnnotationComponent } from './adapter/annotation-component.ts'
import type { AnnotationState } from './state.ts'
import { resetZoom } from './use-area-gestures.ts'

const percent = new Intl.NumberFormat('es-CR', { style: 'percent', maximumFractionDigits: 0 })
const NEARLY = 0.001

export function PagesAndZoom({ component, state }: { component: AnnotationComponent; state: AnnotationState }) {
  const { page, pageCount, zoom } = state
  const zoomBy = (step: number) => () => component.zoomTo(stepZoom(zoom, step))
  return (
    <div className={styles.foot}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={styles.toolbar} role="group" aria-label="Páginas y zoom">
        <StepButton
          label="Página anterior"
          icon={<ChevronLeft />}
          end={page <= 1}
          onClick={() => component.goTo(page - 1)}
        />
        <PagePosition pageNumber={page} pageCount={pageCount} goTo={component.goTo} />
        <StepButton
          label="Página siguiente"
          icon={<ChevronRight />}
          end={page >= pageCount}
          onClick={() => component.goTo(page + 1)}
        />
        <span className={styles.divider} />
        <StepButton
          className={styles.step}
          label="Alejar"
          icon={<Minus />}
          end={zoom <= ZOOM_MIN + NEARLY}
          onClick={zoomBy(-ZOOM_STEP)}
        />
        <span className={styles.zoom} role="status">
          {percent.format(zoom)}
        </span>
        <StepButton
          className={styles.step}
          label="Acercar"
          icon={<Plus />}
          end={zoom >= ZOOM_MAX - NEARLY}
          onClick={zoomBy(ZOOM_STEP)}
        />
        <IconButton
          className={styles.wide}
          label="Restablecer vista"
          icon={<RotateCcw />}
          onClick={() => resetZoom(component)}
        />
      </div>
    </div>
  )
}
