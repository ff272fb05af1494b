import { useState } from 'react'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { isUnsaved } from '../saving/drafts.ts'
import { isComplete, saveFailure } from '../saving/save-fields.ts'
import { withoutField } from '../signers/signers.ts'
import { LeaveTemplate } from '../template-edit/LeaveTemplate.tsx'
import type { Editor } from '../use-editor.ts'
import { leaveWords } from './leave-words.ts'

export interface LeaveEditorProps extends Pick<Editor, 'editing' | 'signers' | 'template' | 'notify'> {
  readonly onLeave: () => void
  readonly onStay: () => void
}

export function LeaveEditor(props: LeaveEditorProps) {
  return props.template.edit ? <LeaveTemplate {...props} /> : <LeaveDocument {...props} />
}

function LeaveDocument({ editing, signers, notify, onLeave, onStay }: LeaveEditorProps) {
  const [busy, setBusy] = useState(false)
  const people = withoutField(signers.list).map(({ name }) => name)
  // Fixed: a save ends the state.
  const [unsaved] = useState(isUnsaved(editing.state))
  const saveAndLeave = async () => {
    setBusy(true)
    const outcome = await editing.saveAll()
    if (isComplete(outcome)) return onLeave()
    onStay()
    notify('error', saveFailure(outcome))
  }
  return (
    <LeaveDialog
      description={leaveWords({ unsaved, people })}
      onSave={unsaved ? () => void saveAndLeave() : undefined}
      busy={busy}
      onDiscard={onLeave}
      onStay={onStay}
    />
  )
}
