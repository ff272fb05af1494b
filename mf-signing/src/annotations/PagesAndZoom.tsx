import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { IconButton } from 'shared/ui'
import { stepZoom } from '../viewer/moving/view.ts'
import { PageControls } from '../viewer/PageControls.tsx'
import styles from '../viewer/Viewer.module.css'
import type { AnnotationComponent } from './adapter/annotation-component.ts'
import type { EditorState } from './state.ts'
import { resetZoom } from './use-area-gestures.ts'

export function PagesAndZoom({ component, state }: { component: AnnotationComponent; state: EditorState }) {
  const { page, pageCount, zoom } = state
  return (
    <div className={styles.foot}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className={styles.toolbar} role="group" aria-label="Páginas y zoom">
        <PageControls
          {...{ page, pageCount, zoom }}
          goTo={component.goTo}
          onStep={(step) => component.zoomTo(stepZoom(zoom, step))}
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
