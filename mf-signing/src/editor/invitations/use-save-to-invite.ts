import { useState } from 'react'
import type { EditorDialog } from '../editor-dialog.ts'
import { isUnsaved, type SavingState } from '../fields/drafts.ts'
import { isComplete, type SaveOutcome } from '../saving/save-fields.ts'
import type { EditorMode } from '../use-field-editing.ts'

export interface SaveToInviteOptions {
  readonly editing: {
    readonly mode: EditorMode
    readonly state: SavingState
    readonly saveAll: () => Promise<SaveOutcome>
  }
  readonly openDialog: (dialog: EditorDialog) => void
}

export const useSaveToInvite = ({ editing, openDialog }: SaveToInviteOptions) => {
  const [failure, setFailure] = useState<SaveOutcome>()
  const save = async () => {
    if (editing.mode === 'saving') return
    setFailure(undefined)
    const outcome = await editing.saveAll()
    setFailure(isComplete(outcome) ? undefined : outcome)
  }
  return {
    saving: editing.mode === 'saving',
    /** An earlier failure ends with the next save, whoever started it. */
    failure: isUnsaved(editing.state) ? failure : undefined,
    save: () => void save(),
    begin: () => {
      openDialog({ kind: 'invite' })
      if (isUnsaved(editing.state)) void save()
      else setFailure(undefined)
    },
  }
}

export type SaveToInvite = ReturnType<typeof useSaveToInvite>
