import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import { EditorTool } from './EditorTool.tsx'

const nothing = () => undefined

export interface HistoryToolsProps extends Pick<EditorModel, 'history'> {
  readonly shut: boolean
}

export function HistoryTools({ history, shut }: HistoryToolsProps) {
  const { undoWords, redoWords, undo, redo } = history
  const title = (label: string, words: string | undefined) => (words ? `${label}: ${words}` : label)
  return (
    <>
      <EditorTool
        label={editorTexts.undo}
        short={editorTexts.undo}
        title={title(editorTexts.undo, undoWords)}
        icon={<Undo2 />}
        disabled={shut || !undoWords}
        onPress={shut ? nothing : undo}
      />
      <EditorTool
        label={editorTexts.redo}
        short={editorTexts.redo}
        title={title(editorTexts.redo, redoWords)}
        icon={<Redo2 />}
        disabled={shut || !redoWords}
        onPress={shut ? nothing : redo}
      />
    </>
  )
}
