import Save from 'lucide-react/icons/save'
import { Button } from 'shared/ui'
import { editorTexts } from './constants.ts'
import type { Editor } from './use-editor.ts'

export function SaveButton({ editor }: { editor: Editor }) {
  return (
    <Button
      variant="primary"
      icon={<Save />}
      busy={editor.mode === 'saving'}
      busyLabel="Guardando…"
      onClick={() => void editor.save()}
    >
      {editorTexts.save(editor.temporaries.length)}
    </Button>
  )
}
