import { useState } from 'react'
import { formatPeopleNames } from '../../format.ts'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { isUnsaved } from '../fields/drafts.ts'
import { isComplete, saveFailure } from '../saving/save-fields.ts'
import { withoutField } from '../signers/signers.ts'
import { LeaveTemplate } from '../template-edit/LeaveTemplate.tsx'
import type { EditorModel } from '../use-editor.ts'

interface Losses {
  readonly unsaved: boolean
  /** Signers without a field. */
  readonly people: readonly string[]
}

const leaveWords = ({ unsaved, people }: Losses): string => {
  const fields = unsaved ? ['Si sales ahora, se pierden los últimos cambios de los campos.'] : []
  const signers =
    people.length > 0
      ? [
          `Un documento conoce a sus firmantes por sus campos: sin campo, se ${people.length === 1 ? 'pierde' : 'pierden'} ${formatPeopleNames(people)}.`,
        ]
      : []
  return [...fields, ...signers].join(' ')
}

export interface LeaveEditorProps extends Pick<EditorModel, 'editing' | 'signers' | 'template' | 'notify'> {
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
