import CopyPlus from 'lucide-react/icons/copy-plus'
import { editorTexts } from '../constants.ts'
import type { Editor } from '../use-editor.ts'
import { Tool } from './Tool.tsx'

export interface RepeatToolProps extends Pick<Editor, 'fields' | 'selection' | 'viewer' | 'dialogs' | 'notify'> {
  readonly shut: boolean
}

export function RepeatTool({ fields, selection, viewer, dialogs, notify, shut }: RepeatToolProps) {
  const field = fields.temporaries.find(({ id }) => id === selection.selected)
  const reason = viewer.pageCount <= 1 ? editorTexts.onePage : editorTexts.repeatNeedsField
  const possible = !shut && field !== undefined && viewer.pageCount > 1
  const press = () => {
    if (possible) dialogs.open({ kind: 'repeat', field })
    else if (!shut) notify('info', reason)
  }
  return (
    <Tool
      label={editorTexts.repeat}
      short="Repetir"
      icon={<CopyPlus />}
      title={possible || shut ? editorTexts.repeat : `${editorTexts.repeat} ${reason}`}
      disabled={!possible}
      onPress={press}
    />
  )
}
