import Save from 'lucide-react/icons/save'
import { Button } from 'shared/ui'
import type { EditorModel } from '../use-editor.ts'
import { templateTexts } from './texts.ts'

export interface SaveTemplateButtonProps extends Pick<EditorModel, 'template'> {
  readonly onSaved: () => void
}

export function SaveTemplateButton({ template, onSaved }: SaveTemplateButtonProps) {
  return (
    <Button
      variant="primary"
      icon={<Save />}
      busy={template.busy}
      busyLabel="Guardando…"
      onClick={() => void template.save().then((saved) => saved && onSaved())}
    >
      {templateTexts.save}
    </Button>
  )
}
