import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Search from 'lucide-react/icons/search'
import { cx, IconButton } from 'shared/ui'
import type { ViewerMode } from './mode.ts'
import { PageControls } from './PageControls.tsx'
import reading from './ReadingFoot.module.css'
import type { ViewerModel } from './use-viewer.ts'
import styles from './Viewer.module.css'
import { ViewerHelp } from './ViewerHelp.tsx'

export interface ViewerToolbarProps {
  readonly viewer: ViewerModel
  readonly mode: ViewerMode
  readonly finding: boolean
  readonly onFind: () => void
}

export function ViewerToolbar({ viewer, mode, finding, onFind }: ViewerToolbarProps) {
  const { pageNumber, pageCount, goTo, view } = viewer
  const { zoom } = view.view
  /** The editor resets and helps by itself. */
  const hasTools = mode === 'editor'
  const reset = () => view.dispatch({ type: 'reset' })
  return (
    <div className={cx(styles.foot, view.view.opening.flows && reading.foot)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={styles.toolbar} role="group" aria-label="Páginas y zoom">
        <PageControls
          page={pageNumber}
          {...{ pageCount, zoom, goTo }}
          onStep={(step) => view.dispatch({ type: 'zoomed-by-step', step })}
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
