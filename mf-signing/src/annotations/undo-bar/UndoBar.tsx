import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { Button, IconButton } from 'shared/ui'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import { useStore } from '../store.ts'
import { removedText, annotationTexts as texts } from '../texts.ts'
import styles from './UndoBar.module.css'
import type { UndoBarModel } from './undo-bar.ts'

export function UndoBar({ model, component }: { model: UndoBarModel; component: AnnotationComponent }) {
  const removed = useStore(model.removed)
  const undo = () => {
    component.undo()
    component.area.focus()
  }
  const close = () => {
    model.manager.hide()
    component.area.focus()
  }
  return (
    <div className={styles.place} role="status">
      {removed !== undefined && (
        <div className={styles.bar} data-undo-bar>
          <span>{removedText(removed)}</span>
          <Button size="sm" icon={<Undo2 />} onClick={undo}>
            {texts.undo}
          </Button>
          <IconButton size="sm" label="Cerrar" icon={<X />} onClick={close} />
        </div>
      )}
    </div>
  )
}
