import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from './constants.ts'
import { PagePosition } from './PagePosition.tsx'
import { StepButton } from './StepButton.tsx'
import styles from './Viewer.module.css'

const percent = new Intl.NumberFormat('es-CR', { style: 'percent', maximumFractionDigits: 0 })
const NEARLY = 0.001

export interface PageControlsProps {
  readonly page: number
  readonly pageCount: number
  readonly zoom: number
  readonly goTo: (page: number) => void
  readonly onStep: (step: number) => void
}

export function PageControls({ page, pageCount, zoom, goTo, onStep }: PageControlsProps) {
  return (
    <>
      <StepButton label="Página anterior" icon={<ChevronLeft />} end={page <= 1} onClick={() => goTo(page - 1)} />
      <PagePosition pageNumber={page} pageCount={pageCount} goTo={goTo} />
      <StepButton
        label="Página siguiente"
        icon={<ChevronRight />}
        end={page >= pageCount}
        onClick={() => goTo(page + 1)}
      />
      <span className={styles.divider} />
      <StepButton
        className={styles.step}
        label="Alejar"
        icon={<Minus />}
        end={zoom <= ZOOM_MIN + NEARLY}
        onClick={() => onStep(-ZOOM_STEP)}
      />
      <span className={styles.zoom} role="status">
        {percent.format(zoom)}
      </span>
      <StepButton
        className={styles.step}
        label="Acercar"
        icon={<Plus />}
        end={zoom >= ZOOM_MAX - NEARLY}
        onClick={() => onStep(ZOOM_STEP)}
      />
    </>
  )
}
