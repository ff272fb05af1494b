import LayoutGrid from 'lucide-react/icons/layout-grid'
import Rows3 from 'lucide-react/icons/rows-3'
import type { DocumentsView } from 'shared/contract'
import { IconButton } from 'shared/ui'
import styles from './ViewSwitch.module.css'

export interface ViewSwitchProps {
  readonly view: DocumentsView
  readonly onView: (view: DocumentsView) => void
}

export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls.
    <div role="group" aria-label="Vista" className={styles.views}>
      <IconButton
        label="Ver como tarjetas"
        icon={<LayoutGrid />}
        aria-pressed={view === 'cards'}
        onClick={() => onView('cards')}
      />
      <IconButton
        label="Ver como lista"
        icon={<Rows3 />}
        aria-pressed={view === 'list'}
        onClick={() => onView('list')}
      />
    </div>
  )
}
