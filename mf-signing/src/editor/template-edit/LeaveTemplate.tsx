import { useState } from 'react'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import type { EditorModel } from '../use-editor.ts'
import { templateTexts } from './texts.ts'

export interface LeaveTemplateProps extends Pick<EditorModel, 'template'> {
  readonly onLeave: () => void
  readonly onStay: () => void
}

export function LeaveTemplate({ template, onLeave, onStay }: LeaveTemplateProps) {
  const [busy, setBusy] = useState(false)
  const saveAndLeave = async () => {
    setBusy(true)
    if (await template.save()) return onLeave()
    setBusy(false)
    onStay()
  }
  const discard = async () => {
    setBusy(true)
    await template.discard()
    onLeave()
  }
  return (
    <LeaveDialog
      description={templateTexts.leave}
      onSave={() => void saveAndLeave()}
      busy={busy}
      onDiscard={() => void discard()}
      onStay={onStay}
    />
  )
}
