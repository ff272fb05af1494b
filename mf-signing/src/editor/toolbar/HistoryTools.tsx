import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { editorTexts } from '../constants.ts'
import type { Editor } from '../use-editor.ts'
import { Tool } from './Tool.tsx'

const nothing = () => undefined

export interface HistoryToolsProps extends Pick<Editor, 'history'> {
  readonly shut: boolean
}

export function HistoryTools({ history, shut }: HistoryToolsProps) {
  const { undoWords, redoWords, undo, redo } = history
  const title = (label: string, words: string | undefined) => (words ? `${label}: ${words}` : label)
  return (
    <>
      <Tool
        label={editorTexts.undo}
        short={editorTexts.undo}
        title={title(editorTexts.undo, undoWords)}
        icon={<Undo2 />}
        disabled={shut || !undoWords}
        onPress={shut ? nothing : undo}
      />
      <Tool
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
