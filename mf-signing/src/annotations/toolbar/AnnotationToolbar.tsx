import Highlighter from 'lucide-react/icons/highlighter'
import ImagePlus from 'lucide-react/icons/image-plus'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import PencilLine from 'lucide-react/icons/pencil-line'
import Redo2 from 'lucide-react/icons/redo-2'
import Signature from 'lucide-react/icons/signature'
import SquareDashedMousePointer from 'lucide-react/icons/square-dashed-mouse-pointer'
import Trash2 from 'lucide-react/icons/trash-2'
import Type from 'lucide-react/icons/type'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import tools from '../../ui/tool.module.css'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import type { AnnotationMode } from '../modes.ts'
import type { EditorState } from '../state.ts'
import { annotationTexts as texts } from '../texts.ts'
import { AnnotationTool } from './AnnotationTool.tsx'
import styles from './AnnotationToolbar.module.css'
import { useRovingFocus } from './use-roving-focus.ts'

const modes: readonly (readonly [Exclude<AnnotationMode, 'none'>, ReactNode])[] = [
  ['highlight', <Highlighter key="highlight" />],
  ['text', <Type key="text" />],
  ['drawing', <PencilLine key="drawing" />],
  ['image', <ImagePlus key="image" />],
  ['signature', <Signature key="signature" />],
  ['comments', <MessageSquareText key="comments" />],
]

export interface AnnotationToolbarProps {
  readonly component: AnnotationComponent
  readonly state: EditorState
  readonly locked: boolean
}

export function AnnotationToolbar({ component, state, locked }: AnnotationToolbarProps) {
  const roving = useRovingFocus()
  const { mode, canUndo, canRedo, isEmpty, hasSelection } = state
  const choose = (next: AnnotationMode) => (fromKeyboard: boolean) =>
    mode === next
      ? component.setMode('none')
      : // A pointer chooses the position itself.
        component.setMode(next, { fromKeyboard: fromKeyboard && next === 'text' })
  return (
    <div {...roving} className={styles.toolbar} role="toolbar" aria-label={texts.tools}>
      <div className={styles.modes}>
        {modes.map(([name, icon]) => (
          <AnnotationTool
            key={name}
            label={texts.modes[name]}
            icon={icon}
            pressed={mode === name}
            disabled={locked}
            title={`${texts.modes[name]}. ${texts.hints[name]}`}
            onPress={choose(name)}
          />
        ))}
      </div>
      <span className={tools.divider} />
      <div className={styles.history}>
        <AnnotationTool label={texts.undo} icon={<Undo2 />} disabled={locked || !canUndo} onPress={component.undo} />
        <AnnotationTool label={texts.redo} icon={<Redo2 />} disabled={locked || !canRedo} onPress={component.redo} />
        <AnnotationTool
          label={texts.selectAll}
          short="Todo"
          icon={<SquareDashedMousePointer />}
          disabled={locked || isEmpty || mode === 'none'}
          onPress={component.selectAll}
        />
        <AnnotationTool
          label={texts.remove}
          short="Eliminar"
          icon={<Trash2 />}
          disabled={locked || !hasSelection}
          onPress={component.deleteSelected}
        />
      </div>
    </div>
  )
}
