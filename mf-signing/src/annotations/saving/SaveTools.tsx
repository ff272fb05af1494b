import Save from 'lucide-react/icons/save'
import { Button } from 'shared/ui'
import type { EditorState } from '../state.ts'
import { annotationTexts } from '../texts.ts'
import { savingTexts as texts } from './texts.ts'
import type { EditingModel } from './use-editing.ts'

export interface SaveToolsProps {
  readonly editing: EditingModel
  readonly state: EditorState | undefined
  readonly small: boolean
  readonly onFinish: () => void
}

export function SaveTools({ editing, state, small, onFinish }: SaveToolsProps) {
  const { saving, readOnlyReason } = editing
  const busy = saving.kind === 'saving'
  const idle = !state?.modified || readOnlyReason !== undefined
  return (
    <>
      <Button
        variant="primary"
        icon={<Save />}
        busy={busy}
        busyLabel={texts.busy}
        aria-disabled={idle || undefined}
        title={idle ? (readOnlyReason ?? texts.nothingToSave) : texts.save}
        onClick={() => idle || void editing.save()}
        {...(busy ? {} : { 'aria-label': texts.save })}
      >
        {small ? texts.saveShort : texts.save}
      </Button>
      <Button disabled={busy} onClick={onFinish}>
        {annotationTexts.finish}
      </Button>
    </>
  )
}
