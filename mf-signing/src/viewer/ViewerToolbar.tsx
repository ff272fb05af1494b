import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { IconButton } from 'shared/ui'
import { viewerTexts, ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from './constants.ts'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'

const percent = new Intl.NumberFormat('es-CR', { style: 'percent' })

/** Pages and zoom, floating over the foot of the document. */
export function ViewerToolbar({ viewer }: { viewer: ViewerModel }) {
  const { pageNumber, pageCount, goTo, view } = viewer
  const { zoom } = view.view
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Páginas y zoom">
      <IconButton
        label="Página anterior"
        icon={<ChevronLeft />}
        disabled={pageNumber <= 1}
        onClick={() => goTo(pageNumber - 1)}
      />
      <span className={styles.position} aria-live="polite">
        {viewerTexts.position(pageNumber, pageCount)}
      </span>
      <IconButton
        label="Página siguiente"
        icon={<ChevronRight />}
        disabled={pageNumber >= pageCount}
        onClick={() => goTo(pageNumber + 1)}
      />
      <span className={styles.divider} />
      <IconButton
        label="Alejar"
        icon={<Minus />}
        disabled={zoom <= ZOOM_MIN}
        onClick={() => view.dispatch({ type: 'zoomed-by-step', step: -ZOOM_STEP })}
      />
      <span className={styles.zoom}>{percent.format(zoom)}</span>
      <IconButton
        label="Acercar"
        icon={<Plus />}
        disabled={zoom >= ZOOM_MAX}
        onClick={() => view.dispatch({ type: 'zoomed-by-step', step: ZOOM_STEP })}
      />
      <IconButton label="Restablecer vista" icon={<RotateCcw />} onClick={() => view.dispatch({ type: 'reset' })} />
    </div>
  )
}
