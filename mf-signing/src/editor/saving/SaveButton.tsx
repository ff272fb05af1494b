import Save from 'lucide-react/icons/save'
import { Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'

export interface SaveButtonProps extends Pick<EditorModel, 'editing'> {
  readonly count: number
  readonly variant?: 'primary' | 'secondary'
}

export function SaveButton({ editing, count, variant = 'secondary' }: SaveButtonProps) {
  return (
    <Button
      variant={variant}
      icon={<Save />}
      busy={editing.mode === 'saving'}
      busyLabel="Guardando…"
      onClick={() => void editing.save()}
    >
      {editorTexts.save(count)}
    </Button>
  )
}
