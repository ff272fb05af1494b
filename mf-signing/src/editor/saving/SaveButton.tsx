import Save from 'lucide-react/icons/save'
import { Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'

export interface SaveButtonProps extends Pick<EditorModel, 'editing'> {
  readonly count: number
}

export function SaveButton({ editing, count }: SaveButtonProps) {
  return (
    <Button
      variant="secondary"
      icon={<Save />}
      busy={editing.mode === 'saving'}
      busyLabel="Guardando…"
      onClick={() => void editing.save()}
    >
      {editorTexts.save(count)}
    </Button>
  )
}
