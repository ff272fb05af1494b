import Save from 'lucide-react/icons/save'
import { Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { Editor } from '../use-editor.ts'

export interface SaveButtonProps extends Pick<Editor, 'editing'> {
  readonly count: number
}

export function SaveButton({ editing, count }: SaveButtonProps) {
  return (
    <Button
      variant="primary"
      icon={<Save />}
      busy={editing.mode === 'saving'}
      busyLabel="Guardando…"
      onClick={() => void editing.save()}
    >
      {editorTexts.save(count)}
    </Button>
  )
}
