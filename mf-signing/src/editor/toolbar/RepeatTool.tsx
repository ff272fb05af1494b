import CopyPlus from 'lucide-react/icons/copy-plus'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import { EditorTool } from './EditorTool.tsx'

export interface RepeatToolProps
  extends Pick<EditorModel, 'fields' | 'forms' | 'selection' | 'viewer' | 'dialogs' | 'notify'> {
  readonly shut: boolean
}

export function RepeatTool({ fields, forms, selection, viewer, dialogs, notify, shut }: RepeatToolProps) {
  const field = fields.temporaries.find(({ id }) => id === selection.selected)
  const reason = viewer.pageCount <= 1 ? editorTexts.onePage : editorTexts.repeatNeedsField
  const form = forms.all.find(({ id }) => id === selection.selected)
  const possible = !shut && (field ?? form) !== undefined && viewer.pageCount > 1
  const press = () => {
    if (possible && field) dialogs.open({ kind: 'repeat', field })
    else if (possible && form) dialogs.open({ kind: 'repeat-form', id: form.id })
    else if (!shut) notify('info', reason)
  }
  return (
    <EditorTool
      label={editorTexts.repeat}
      short="Repetir"
      icon={<CopyPlus />}
      title={possible || shut ? editorTexts.repeat : `${editorTexts.repeat} ${reason}`}
      disabled={!possible}
      onPress={press}
    />
  )
}
